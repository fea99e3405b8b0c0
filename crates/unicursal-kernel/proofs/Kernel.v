(* Arguments on which the kernel rests, proved. See README.md here for what they say of the program, and what they do not. *)

Require Import List Arith Lia Bool ZArith.
Import ListNotations.

(* ------------------------------------------------------------------------------------------------------------ *)
(* 1. Lemmas: unit propagation with hints, as in clauses.rs. *)

Section Lemmas.

(* A literal is a number that is not 0; -n is 'not n'. A valuation says which facts are true of an answer. *)
Definition literal := Z.
Definition clause := list literal.

Definition true_of (facts : Z -> bool) (l : literal) : bool :=
  if (0 <? l)%Z then facts l else negb (facts (- l)%Z).

Definition holds (facts : Z -> bool) (c : clause) : Prop :=
  exists l, In l c /\ true_of facts l = true.

Definition proper (c : clause) : Prop := forall l, In l c -> l <> 0%Z.

Lemma opposite : forall facts l, l <> 0%Z -> true_of facts (- l)%Z = negb (true_of facts l).
Proof.
  intros facts l H. unfold true_of.
  destruct (Z.ltb_spec 0 l); destruct (Z.ltb_spec 0 (- l)); try lia.
  - now rewrite Z.opp_involutive.
  - now rewrite negb_involutive.
Qed.

Definition member (l : literal) (s : list literal) : bool := existsb (Z.eqb l) s.

Lemma member_in : forall l s, member l s = true -> In l s.
Proof.
  intros l s H. apply existsb_exists in H. destruct H as [x [Hx E]]. apply Z.eqb_eq in E. now subst.
Qed.

(* What a clause leaves if the supposed literals are true. *)
Definition left_of (supposed : list literal) (c : clause) : clause :=
  filter (fun l => negb (member (- l)%Z supposed)) c.

(* The function `follows`: the reasons are the clauses that the hints name. *)
Fixpoint refutes (supposed : list literal) (reasons : list clause) : bool :=
  match reasons with
  | [] => false
  | reason :: rest =>
      match left_of supposed reason with
      | [] => true
      | [l] => refutes (l :: supposed) rest
      | _ => false
      end
  end.

Definition follows (c : clause) (reasons : list clause) : bool := refutes (map Z.opp c) reasons.

Lemma left_holds : forall facts supposed c,
  (forall l, In l supposed -> true_of facts l = true) ->
  proper c -> holds facts c -> exists l, In l (left_of supposed c) /\ true_of facts l = true.
Proof.
  intros facts supposed c S P [l [Hl T]]. exists l. split; [|assumption].
  apply filter_In. split; [assumption|].
  destruct (member (- l)%Z supposed) eqn:M; [|reflexivity].
  apply member_in in M. apply S in M. rewrite opposite in M by (apply P; assumption).
  rewrite T in M. discriminate.
Qed.

Lemma refutes_sound : forall reasons facts supposed,
  (forall c, In c reasons -> proper c /\ holds facts c) ->
  (forall l, In l supposed -> true_of facts l = true) ->
  refutes supposed reasons = true -> False.
Proof.
  induction reasons as [|reason rest IH]; simpl; intros facts supposed R S H; [discriminate|].
  destruct (R reason (or_introl eq_refl)) as [P T].
  destruct (left_holds facts supposed reason S P T) as [l [Hl Tl]].
  destruct (left_of supposed reason) as [|a [|b more]] eqn:E.
  - destruct Hl.
  - destruct Hl as [Hl|[]]; subst.
    apply (IH facts (l :: supposed)); auto.
    intros m [Hm|Hm]; [now subst|auto].
  - discriminate.
Qed.

(* A clause that follows from clauses which are true of an answer is true of it. *)
Theorem follows_sound : forall facts c reasons,
  proper c -> (forall r, In r reasons -> proper r /\ holds facts r) ->
  follows c reasons = true -> holds facts c.
Proof.
  intros facts c reasons P R H.
  destruct (existsb (true_of facts) c) eqn:E.
  - apply existsb_exists in E. destruct E as [l [Hl T]]. now exists l.
  - exfalso. apply (refutes_sound reasons facts (map Z.opp c) R); [|assumption].
    intros l Hl. apply in_map_iff in Hl. destruct Hl as [m [Em Hm]]. subst.
    rewrite opposite by (apply P; assumption).
    destruct (true_of facts m) eqn:T; [|reflexivity].
    assert (existsb (true_of facts) c = true) by (apply existsb_exists; now exists m).
    congruence.
Qed.

(* So a certificate whose premises are true of every answer and whose last clause is empty leaves no answer. *)
Inductive derived (premise : clause -> Prop) : clause -> Prop :=
  | by_premise : forall c, premise c -> derived premise c
  | by_hints : forall c reasons, proper c -> (forall r, In r reasons -> proper r /\ derived premise r) ->
      follows c reasons = true -> derived premise c.

Theorem no_answer : forall (premise : clause -> Prop) (answer : (Z -> bool) -> Prop),
  (forall facts c, answer facts -> premise c -> holds facts c) ->
  derived premise [] -> forall facts, ~ answer facts.
Proof.
  intros premise answer P D facts A.
  assert (all : forall c, derived premise c -> holds facts c).
  { fix all 2. intros c [c' H|c' reasons Pc R F].
    - now apply P.
    - apply follows_sound with (reasons := reasons); auto.
      intros r Hr. destruct (R r Hr) as [Pr Dr]. split; [assumption|]. now apply all. }
  destruct (all [] D) as [l [[] _]].
Qed.

End Lemmas.

(* ------------------------------------------------------------------------------------------------------------ *)
(* 2. The premise 'cycle', as in premises.rs. *)

Section Cycles.

Variable cell : Type.
(* When a path visits each cell: different cells at different times. *)
Variable time : cell -> Z.
Hypothesis different : forall a b, time a = time b -> a = b.

(* The side between two cells is used: the path goes from one to the other. *)
Definition used (a b : cell) : Prop := (time b = time a + 1 \/ time a = time b + 1)%Z.

(* A stretch: cells each of which is joined with the next by '~'. *)
Inductive stretch : list cell -> Prop :=
  | one : forall a, stretch [a]
  | more : forall a b l, used a b -> stretch (b :: l) -> stretch (a :: b :: l).

(* A stretch has no gaps: if it has cells before and after some time, it has the cell of that time. *)
Lemma no_gap : forall l, stretch l -> forall t,
  (exists a, In a l /\ (time a <= t)%Z) -> (exists b, In b l /\ (t <= time b)%Z) -> exists c, In c l /\ time c = t.
Proof.
  induction 1 as [a|a b l U S IH]; intros t [x [Hx Lx]] [y [Hy Ly]].
  - destruct Hx as [Hx|[]], Hy as [Hy|[]]; subst. exists y. split; [now left|lia].
  - destruct (Z.eq_dec (time a) t) as [E|N]; [exists a; split; [now left|assumption]|].
    assert (exists c, In c (b :: l) /\ time c = t) as [c [Hc E]].
    { apply IH.
      - destruct Hx as [Hx|Hx]; [subst|now exists x]. exists b. split; [now left|]. unfold used in U. lia.
      - destruct Hy as [Hy|Hy]; [subst|now exists y]. exists b. split; [now left|]. unfold used in U. lia. }
    exists c. split; [now right|assumption].
Qed.

Definition apart (l m : list cell) : Prop := forall a, In a l -> In a m -> False.

(* If a cell of one stretch comes before one of another, all of its cells come before all of the other's. *)
Lemma all_before : forall l m, stretch l -> stretch m -> apart l m ->
  (exists a b, In a l /\ In b m /\ (time a < time b)%Z) -> forall a b, In a l -> In b m -> (time a < time b)%Z.
Proof.
  intros l m Sl Sm D [a [b [Ha [Hb L]]]] a' b' Ha' Hb'.
  assert (N : forall x y, In x l -> In y m -> time x <> time y).
  { intros x y Hx Hy E. apply different in E. subst. now apply (D y). }
  assert (La : (time a < time b')%Z).
  { destruct (Z_lt_le_dec (time a) (time b')) as [?|G]; [assumption|exfalso].
    destruct (no_gap m Sm (time a)) as [c [Hc E]]; [now exists b'|exists b; split; [assumption|lia]|].
    now apply (N a c). }
  destruct (Z_lt_le_dec (time a') (time b')) as [?|G]; [assumption|exfalso].
  destruct (no_gap l Sl (time b')) as [c [Hc E]]; [exists a; split; [assumption|lia]|now exists a'|].
  now apply (N c b').
Qed.

(* The stretches of a way round: the last cell of each is before the first of the next, by '<' or '!'. *)
Definition link (l m : list cell) : Prop := exists a b, In a l /\ In b m /\ (time a < time b)%Z.

Inductive chain : list cell -> list (list cell) -> Prop :=
  | chain_end : forall l, chain l []
  | chain_more : forall l m rest, apart l m -> link l m -> stretch m -> chain m rest -> chain l (m :: rest).

Lemma chain_before : forall rest l, stretch l -> chain l rest -> rest <> [] ->
  forall x y, In x l -> In y (last rest []) -> (time x < time y)%Z.
Proof.
  induction rest as [|m rest IH]; intros l Sl C N x y Hx Hy; [congruence|].
  inversion C; subst.
  destruct rest as [|k rest].
  - simpl in Hy. eapply all_before with (l := l) (m := m); eauto.
  - assert (exists z, In z m) as [z Hz] by (destruct m; [inversion H4|now exists c; left]).
    apply Z.lt_trans with (time z).
    + eapply all_before with (l := l) (m := m); eauto.
    + apply (IH m H4 H5); [discriminate|assumption|exact Hy].
Qed.

(* Going round over two stretches or more, the last of which comes before the first again, is impossible. *)
Theorem cycle_sound : forall l rest, stretch l -> chain l rest -> rest <> [] ->
  stretch (last rest []) -> apart (last rest []) l -> link (last rest []) l -> False.
Proof.
  intros l rest Sl C N Sz D L.
  destruct L as [z [a [Hz [Ha Lt]]]].
  assert (time a < time z)%Z by exact (chain_before rest l Sl C N a z Ha Hz). lia.
Qed.

(* A closed loop of used sides over three different cells or more is impossible. *)
Lemma end_of_loop : forall l, stretch l -> NoDup l ->
  forall a, hd_error l = Some a -> forall z, last l a = z -> (length l > 2)%nat -> ~ used z a.
Proof.
  (* Times along the stretch go up by one, or down by one, without turning back. *)
  assert (up : forall l, stretch l -> NoDup l -> forall a b r, l = a :: b :: r ->
    (forall d, (time b = time a + d)%Z -> (d = 1 \/ d = -1)%Z -> forall x,
       (time (last (b :: r) x) = time a + d * (Z.of_nat (length (b :: r))))%Z)).
  { intros l S. induction S as [a|a b l U S IH]; intros ND a' b' r E d T Hd x; [discriminate|].
    inversion E; subst. destruct r as [|c r].
    - simpl. lia.
    - assert (U' : used b' c) by (inversion S; assumption).
      assert (Tc : (time c = time b' + d)%Z).
      { unfold used in U'. assert (time c <> time a').
        { intro F. apply different in F. subst. inversion ND; subst. apply H1. right. now left. }
        lia. }
      inversion ND; subst.
      specialize (IH H2 b' c r eq_refl d Tc Hd x).
      change (last (b' :: c :: r) x) with (last (c :: r) x). rewrite IH. simpl length. lia. }
  intros l S ND a Ha z Hz Len U.
  destruct l as [|a' [|b r]]; simpl in Len; try lia.
  inversion Ha; subst a'.
  assert (Uab : used a b) by (inversion S; assumption).
  assert (exists d, (time b = time a + d)%Z /\ (d = 1 \/ d = -1)%Z) as [d [T Hd]].
  { unfold used in Uab. destruct Uab; [exists 1%Z|exists (-1)%Z]; lia. }
  specialize (up _ S ND a b r eq_refl d T Hd a).
  change (last (a :: b :: r) a) with (last (b :: r) a) in Hz. rewrite Hz in up.
  unfold used in U. simpl length in up. destruct Hd; subst; lia.
Qed.

Theorem loop_sound : forall l a z, stretch l -> NoDup l -> hd_error l = Some a -> last l a = z ->
  (length l > 2)%nat -> used z a -> False.
Proof. intros l a z S ND H L Len U. exact (end_of_loop l S ND a H z L Len U). Qed.

End Cycles.

(* ------------------------------------------------------------------------------------------------------------ *)
(* 3. What the facts of one path say is a path: each cell but one has a cell before it, and later cells are later. *)

Section Paths.

Variable cell : Type.
Variable cells : list cell.
(* The cell after each, if there is one; an order in which nothing comes before itself. *)
Variable next : cell -> option cell.
Variable rank : cell -> nat.
Variable start : cell.
Hypothesis later : forall a b, In a cells -> next a = Some b -> rank a < rank b.
Hypothesis before : forall b, In b cells -> b <> start -> exists a, In a cells /\ next a = Some b.
Hypothesis equal : forall a b : cell, {a = b} + {a <> b}.

(* The way from the start, so many steps far. *)
Fixpoint way (from : cell) (steps : nat) : list cell :=
  from :: match steps, next from with
          | S rest, Some b => way b rest
          | _, _ => []
          end.

Lemma way_reaches : forall n from c, In c (way from n) -> forall b, next c = Some b -> In b (way from (S n)).
Proof.
  induction n as [|n IH]; intros from c H b E.
  - simpl in H. destruct H as [H|[]]; subst. simpl. rewrite E. right. now left.
  - simpl in H. destruct H as [H|H].
    + subst. simpl. rewrite E. right. now left.
    + destruct (next from) as [d|] eqn:F; [|destruct H].
      change (In b (from :: match next from with Some d => way d (S n) | None => [] end)).
      rewrite F. right. now apply IH with (c := c).
Qed.

Lemma way_longer : forall n m from c, n <= m -> In c (way from n) -> In c (way from m).
Proof.
  induction n as [|n IH]; intros m from c L H.
  - simpl in H. destruct H as [H|[]]; subst. destruct m; now left.
  - destruct m as [|m]; [lia|]. simpl in *. destruct H as [H|H]; [now left|right].
    destruct (next from); [|destruct H]. apply IH; [lia|assumption].
Qed.

(* Every cell is on the way from the start. *)
Theorem one_path : forall c, In c cells -> exists n, In c (way start n).
Proof.
  assert (by_rank : forall r c, rank c < r -> In c cells -> exists n, In c (way start n)).
  { induction r as [|r IH]; intros c L H; [lia|].
    destruct (equal c start) as [E|N]; [subst; exists 0; now left|].
    destruct (before c H N) as [a [Ha E]].
    assert (rank a < rank c) by now apply later.
    destruct (IH a) as [n Hn]; [lia|assumption|].
    exists (S n). now apply way_reaches with (c := a). }
  intros c H. apply by_rank with (r := S (rank c)); [lia|assumption].
Qed.

(* And no cell is on it twice, as long as it stays on the board. *)
Hypothesis on_board : forall a b, In a cells -> next a = Some b -> In b cells.

Theorem no_cell_twice : forall n from, In from cells -> NoDup (way from n).
Proof.
  assert (up : forall n from c, In from cells -> In c (way from n) -> c = from \/ rank from < rank c).
  { induction n as [|n IH]; intros from c F H; simpl in H; destruct H as [H|H]; auto.
    - destruct H.
    - destruct (next from) as [d|] eqn:E; [|destruct H].
      destruct (IH d c (on_board _ _ F E) H) as [?|?]; subst; right.
      + now apply later.
      + assert (rank from < rank d) by now apply later. lia. }
  induction n as [|n IH]; intros from F; simpl.
  - constructor; [intros []|constructor].
  - destruct (next from) as [d|] eqn:E; [|constructor; [intros []|constructor]].
    constructor; [|apply IH; eauto].
    intro H. assert (rank from < rank d) by now apply later.
    destruct (up n d from (on_board _ _ F E) H) as [?|?]; [subst|]; lia.
Qed.

End Paths.

(* ------------------------------------------------------------------------------------------------------------ *)
(* 4. The premises 'ends' and 'cut' for one path, given as the list of its cells. *)

Section Lists.

Variable cell : Type.
Variable white : cell -> bool.

(* Neighbours have different colours on a chess board. *)
Inductive alternates : list cell -> Prop :=
  | alternates_one : forall a, alternates [a]
  | alternates_more : forall a b l, white b = negb (white a) -> alternates (b :: l) -> alternates (a :: b :: l).

Fixpoint count (colour : bool) (l : list cell) : nat :=
  match l with
  | [] => 0
  | a :: rest => (if Bool.eqb (white a) colour then 1 else 0) + count colour rest
  end.

(* Of an even number of cells half have each colour, and the ends have different ones; of an odd number one more has the colour of
   both ends. *)
Theorem colours_of_ends : forall l, alternates l -> forall a d, hd_error l = Some a ->
  (Nat.even (length l) = true -> white (last l d) = negb (white a) /\ count true l = count false l) /\
  (Nat.even (length l) = false ->
     white (last l d) = white a /\ count (white a) l = S (count (negb (white a)) l)).
Proof.
  induction 1 as [a|a b l W A IH]; intros c d E; inversion E; subst c.
  - simpl. split; intro; [discriminate|]. destruct (white a); simpl; auto.
  - destruct (IH b d eq_refl) as [Even Odd].
    assert (P : Nat.even (length (a :: b :: l)) = negb (Nat.even (length (b :: l)))).
    { change (length (a :: b :: l)) with (S (length (b :: l))). rewrite Nat.even_succ, <- Nat.negb_even. reflexivity. }
    change (last (a :: b :: l) d) with (last (b :: l) d).
    assert (C : forall k, count k (a :: b :: l) = (if Bool.eqb (white a) k then 1 else 0) + count k (b :: l)) by reflexivity.
    rewrite P, !C. destruct (Nat.even (length (b :: l))) eqn:F; simpl negb; split; intro H; try discriminate.
    + destruct (Even eq_refl) as [L N]. rewrite L, W, negb_involutive. split; [reflexivity|].
      destruct (white a); simpl in *; lia.
    + destruct (Odd eq_refl) as [L N]. rewrite L, W. split; [reflexivity|].
      rewrite W in N. destruct (white a); simpl in *; lia.
Qed.

(* A path with cells inside and outside of a set goes between them somewhere. *)
Theorem cut_sound : forall (inside : cell -> bool) l a b,
  In a l -> In b l -> inside a <> inside b ->
  exists x y before after, l = before ++ x :: y :: after /\ inside x <> inside y.
Proof.
  intros inside. induction l as [|c l IH]; intros a b Ha Hb N; [destruct Ha|].
  destruct l as [|d l].
  - destruct Ha as [Ha|[]], Hb as [Hb|[]]. subst. congruence.
  - destruct (bool_dec (inside c) (inside d)) as [E|D].
    + assert (exists x y before after, d :: l = before ++ x :: y :: after /\ inside x <> inside y)
        as [x [y [before [after [L D]]]]].
      { destruct Ha as [Ha|Ha], Hb as [Hb|Hb].
        - subst. congruence.
        - subst a. apply (IH d b); [now left|assumption|congruence].
        - subst b. apply (IH a d); [assumption|now left|congruence].
        - now apply (IH a b). }
      exists x, y, (c :: before), after. split; [now rewrite L|assumption].
    + exists c, d, [], l. now split.
Qed.

End Lists.

Print Assumptions no_answer.
Print Assumptions cycle_sound.
Print Assumptions loop_sound.
Print Assumptions one_path.
Print Assumptions no_cell_twice.
Print Assumptions colours_of_ends.
Print Assumptions cut_sound.
