(* Beginnings of a path of Coil that are known cell by cell, as in walk.rs. The path is given as the list of its cells. *)

Require Import List Arith Lia.
Import ListNotations.

Section Walks.

Variable cell side : Type.
Hypothesis equal : forall a b : cell, {a = b} + {a <> b}.
(* The cell on a side of another, if one can go there, and then back; the cells on all sides. *)
Variable ahead : cell -> side -> option cell.
Variable near : cell -> list cell.
Hypothesis all_near : forall a s b, ahead a s = Some b -> In b (near a).
Hypothesis back : forall a s b, ahead a s = Some b -> exists t, ahead b t = Some a.

(* The path, and what of it the walk has visited; the last cell of that is the head. *)
Variable path before rest : list cell.
Variable head : cell.
Let visited := before ++ [head].
Hypothesis begins : path = visited ++ rest.
Hypothesis once : NoDup path.
Hypothesis steps : forall front a b l, path = front ++ a :: b :: l -> exists s, ahead a s = Some b.

Lemma not_again : forall a, In a rest -> ~ In a visited.
Proof.
  intros a R V. rewrite begins in once.
  apply in_split in R. destruct R as [r1 [r2 R]]. rewrite R, app_assoc in once.
  apply NoDup_remove_2 in once. apply once. rewrite <- app_assoc. apply in_or_app. now left.
Qed.

Lemma is_left : forall a, In a path -> ~ In a visited -> In a rest.
Proof. intros a P V. rewrite begins in P. apply in_app_or in P. tauto. Qed.

(* The cells next to one over which the path can come or go: not visited, or the head. *)
Definition ways (c : cell) : list cell :=
  filter (fun a => if in_dec equal a visited then if equal a head then true else false else true) (near c).

Lemma two_ways : forall c a b, a <> b -> In a (ways c) -> In b (ways c) -> 2 <= length (ways c).
Proof.
  intros c a b N A B. apply (NoDup_incl_length (l := [a; b])).
  - constructor; [intros [E|[]]; now subst|]. constructor; [intros []|constructor].
  - intros x [E|[E|[]]]; now subst.
Qed.

Lemma is_way : forall a s c, ahead c s = Some a -> a = head \/ In a rest -> In a (ways c).
Proof.
  intros a s c A W. apply filter_In. split; [now apply all_near with (s := s)|].
  destruct (in_dec equal a visited) as [V|]; [|reflexivity].
  destruct (equal a head) as [|N]; [reflexivity|].
  destruct W as [?|W]; [contradiction|]. now apply not_again in W.
Qed.

(* `dead` with one cell: a cell that is left, with less than two ways, is the end. *)
Theorem dead_sound : forall c d, In c path -> ~ In c visited -> length (ways c) < 2 -> last path d = c.
Proof.
  intros c d P V D. apply is_left in P; [|assumption].
  apply in_split in P. destruct P as [r1 [r2 E]].
  destruct r2 as [|z r2].
  { rewrite begins, E, app_assoc. now rewrite last_last. }
  exfalso.
  (* The cell where the path comes from. *)
  assert (exists x l, head :: r1 = l ++ [x] /\ (x = head \/ In x r1)) as [x [l [L X]]].
  { destruct (exists_last (l := head :: r1)) as [l [x L]]; [discriminate|].
    exists x, l. split; [assumption|].
    assert (In x (head :: r1)) as [?|?] by (rewrite L; apply in_or_app; right; now left); auto. }
  assert (W : path = (before ++ l) ++ x :: c :: z :: r2).
  { rewrite begins, E. unfold visited. rewrite <- !app_assoc. f_equal.
    change (head :: r1 ++ c :: z :: r2 = l ++ [x] ++ c :: z :: r2).
    rewrite app_comm_cons, L, <- app_assoc. reflexivity. }
  destruct (steps _ _ _ _ W) as [s S]. destruct (back _ _ _ S) as [t T].
  assert (W' : path = ((before ++ l) ++ [x]) ++ c :: z :: r2) by (rewrite W, <- (app_assoc _ [x]); reflexivity).
  destruct (steps _ _ _ _ W') as [u U].
  assert (2 <= length (ways c)); [|lia].
  apply two_ways with (a := x) (b := z).
  - intro F. subst z. rewrite W in once. apply NoDup_remove_2 in once. apply once.
    apply in_or_app. right. right. now left.
  - apply is_way with (s := t); [assumption|]. destruct X as [?|X]; [now left|right].
    rewrite E. apply in_or_app. now left.
  - apply is_way with (s := u); [assumption|]. right. rewrite E. apply in_or_app. right. right. now left.
Qed.

(* `dead` with two: they cannot both be the end. *)
Theorem dead_pair_sound : forall c d, c <> d -> In c path -> In d path -> ~ In c visited -> ~ In d visited ->
  length (ways c) < 2 -> length (ways d) < 2 -> False.
Proof.
  intros c d N Pc Pd Vc Vd Dc Dd. apply N.
  rewrite <- (dead_sound c head Pc Vc Dc). now apply dead_sound.
Qed.

(* `part`: what is found from a cell that is left, over cells that are left, is all that is left. *)
Lemma found_all : forall l front found, path = front ++ l -> incl l rest ->
  (forall a s b, In a found -> ahead a s = Some b -> ~ In b visited -> In b found) ->
  (exists c, In c l /\ In c found) -> incl l found.
Proof.
  induction l as [|a l IH]; intros front found P I closed [c [C F]]; [intros x []|].
  assert (P' : path = (front ++ [a]) ++ l) by (rewrite <- app_assoc; assumption).
  assert (I' : incl l rest) by (intros x X; apply I; now right).
  destruct l as [|b l].
  { destruct C as [C|[]]. subst. intros x [X|[]]. now subst. }
  destruct (steps _ _ _ _ P) as [s S]. destruct (back _ _ _ S) as [t T].
  assert (B : In b found \/ ~ In b found) by (destruct (in_dec equal b found); auto).
  assert (L : incl (b :: l) found).
  { destruct C as [C|C].
    - subst c. apply (IH _ _ P' I' closed). exists b. split; [now left|].
      apply (closed a s b F S). apply not_again. apply I'. now left.
    - apply (IH _ _ P' I' closed). now exists c. }
  intros x [X|X]; [|now apply L]. subst x.
  apply (closed b t a); [apply L; now left|assumption|]. apply not_again. apply I. now left.
Qed.

Theorem part_sound : forall c found, In c path -> ~ In c visited -> In c found ->
  (forall a s b, In a found -> ahead a s = Some b -> ~ In b visited -> In b found) ->
  length found < length rest -> False.
Proof.
  intros c found P V F closed L.
  assert (N : NoDup rest).
  { rewrite begins in once. clear - once. induction visited as [|a l IH]; [assumption|].
    apply IH. now inversion once. }
  assert (length rest <= length found); [|lia].
  apply NoDup_incl_length; [assumption|].
  apply found_all with (front := visited); auto; [now intros x X|].
  exists c. split; [now apply is_left|assumption].
Qed.

(* A path of Coil visits every cell, and turns in a cell only if what lies straight ahead was visited before, or is no cell. *)
Hypothesis everywhere : forall a s b, ahead a s = Some b -> In b path.
Hypothesis straight : forall front a b c l s d, path = front ++ a :: b :: c :: l ->
  ahead a s = Some b -> ahead b s = Some d -> c = d \/ In d (front ++ [a]).

(* The cells of a slide: straight on, up to what was visited before it or is no cell. *)
Inductive slide (s : side) : cell -> list cell -> Prop :=
  | blocked : forall a, (forall b, ahead a s = Some b -> In b visited) -> slide s a []
  | on : forall a b l, ahead a s = Some b -> ~ In b visited -> slide s b l -> slide s a (b :: l).

(* On a line no cell comes twice. *)
Lemma slides_on : forall s b l, slide s b l -> forall gone a r, path = visited ++ gone ++ b :: r ->
  (exists front, visited ++ gone = front ++ [a]) -> ahead a s = Some b -> NoDup (gone ++ b :: l) ->
  exists r', r = l ++ r'.
Proof.
  induction 1 as [b K|b d l A V S IH]; intros gone a r P [front G] B N; [now exists r|].
  assert (No : ~ In d (visited ++ gone ++ [b])).
  { intro I. apply in_app_or in I. destruct I as [I|I]; [now apply V|].
    replace (gone ++ b :: d :: l) with ((gone ++ [b]) ++ d :: l) in N by now rewrite <- app_assoc.
    apply NoDup_remove_2 in N. apply N. apply in_or_app. now left. }
  assert (P' : path = front ++ a :: b :: r).
  { rewrite P, app_assoc, G, <- app_assoc. reflexivity. }
  destruct r as [|c r].
  { exfalso. apply No. rewrite <- P. now apply everywhere with (a := b) (s := s). }
  destruct (straight _ _ _ _ _ s d P' B A) as [E|I].
  - subst c. destruct (IH (gone ++ [b]) b r) as [r' R].
    + rewrite P, <- app_assoc. reflexivity.
    + exists (visited ++ gone). now rewrite app_assoc.
    + assumption.
    + rewrite <- app_assoc. assumption.
    + exists r'. now rewrite R.
  - exfalso. apply No. rewrite <- G in I. rewrite app_assoc. apply in_or_app. now left.
Qed.

(* `split`: if cells are left, the path goes on over a free side, and then begins with the walk that is longer by the slide there. *)
Theorem split_sound : rest <> [] -> exists s b, ahead head s = Some b /\ ~ In b visited /\
  forall l, slide s head l -> NoDup l -> exists r, path = (visited ++ l) ++ r.
Proof.
  intro N. assert (exists b r, rest = b :: r) as [b [r R]].
  { clear - N. destruct rest as [|b r]; [congruence|]. now exists b, r. }
  assert (P : path = before ++ head :: b :: r).
  { rewrite begins, R. unfold visited. rewrite <- app_assoc. reflexivity. }
  destruct (steps _ _ _ _ P) as [s S].
  assert (V : ~ In b visited) by (apply not_again; rewrite R; now left).
  exists s, b. split; [assumption|]. split; [assumption|].
  intros l L D. inversion L as [a K E E'|a c l' A W L' E E']; subst a l.
  - exfalso. apply V. now apply K.
  - assert (c = b) by congruence. subst c.
    destruct (slides_on s b l' L' [] head r) as [r' E]; auto.
    + now rewrite begins, R.
    + exists before. now rewrite app_nil_r.
    + exists r'. now rewrite begins, R, E, <- app_assoc.
Qed.

End Walks.

Print Assumptions dead_sound.
Print Assumptions dead_pair_sound.
Print Assumptions part_sound.
Print Assumptions split_sound.
