(* The premises 'count' and 'turns', as in premises.rs. *)

Require Import List Arith Lia Bool ZArith.
Import ListNotations.

(* ------------------------------------------------------------------------------------------------------------ *)
(* 1. Sums over a set of cells. *)

Section Counts.

Open Scope Z_scope.

Definition one (is : bool) : Z := if is then 1 else 0.

Fixpoint sum {kind : Type} (value : kind -> Z) (l : list kind) : Z :=
  match l with
  | [] => 0
  | a :: rest => value a + sum value rest
  end.

Lemma sum_plus : forall kind (v w : kind -> Z) l, sum (fun a => v a + w a) l = sum v l + sum w l.
Proof. intros kind v w. induction l as [|a l IH]; simpl; lia. Qed.

Lemma sum_same : forall kind (v w : kind -> Z) l, (forall a, In a l -> v a = w a) -> sum v l = sum w l.
Proof.
  intros kind v w. induction l as [|a l IH]; simpl; intro H; [reflexivity|].
  rewrite (H a) by now left. rewrite IH; [reflexivity|auto].
Qed.

(* A sum of what only one of them has. *)
Lemma sum_of_one : forall kind (equal : forall a b : kind, {a = b} + {a <> b}) (v : kind -> Z) a l, NoDup l ->
  sum (fun c => v c * one (if equal a c then true else false)) l = one (if in_dec equal a l then true else false) * v a.
Proof.
  intros kind equal v a. induction l as [|c l IH]; intro N; [reflexivity|].
  inversion N as [|c' l' I N']; subst. simpl sum. rewrite IH by assumption.
  destruct (equal a c) as [E|D].
  - subst c. destruct (in_dec equal a (a :: l)) as [_|F]; [|destruct F; now left].
    destruct (in_dec equal a l); [contradiction|]. simpl one. lia.
  - destruct (in_dec equal a (c :: l)) as [J|J], (in_dec equal a l) as [K|K]; simpl one; try lia.
    + destruct J as [J|J]; [now subst|contradiction].
    + destruct J. now right.
Qed.

Variable cell : Type.
Hypothesis equal : forall a b : cell, {a = b} + {a <> b}.
Variable white : cell -> bool.
Variable set : list cell.
Hypothesis distinct : NoDup set.

Definition same (a b : cell) : bool := if equal a b then true else false.
Definition inside (a : cell) : bool := if in_dec equal a set then true else false.
Definition sign (a : cell) : Z := if white a then 1 else -1.

Lemma sum_one : forall (v : cell -> Z) a, sum (fun c => v c * one (same a c)) set = one (inside a) * v a.
Proof. intros v a. now apply sum_of_one. Qed.

(* Used sides, as pairs of cells; how many of them a cell has. *)
Definition degree (c : cell) (sides : list (cell * cell)) : Z :=
  sum (fun ab => one (same (fst ab) c) + one (same (snd ab) c)) sides.

(* What a used side adds to the sides that lead out of the set, each with a weight that its cell in the set has. *)
Definition out (weight : cell -> Z) (ab : cell * cell) : Z :=
  match inside (fst ab), inside (snd ab) with
  | true, false => weight (fst ab)
  | false, true => weight (snd ab)
  | _, _ => 0
  end.

Lemma degrees : forall v sides, sum (fun c => v c * degree c sides) set =
  sum (fun ab => one (inside (fst ab)) * v (fst ab) + one (inside (snd ab)) * v (snd ab)) sides.
Proof.
  intros v. induction sides as [|[a b] sides IH]; simpl.
  - rewrite sum_same with (w := fun c => v c * 0 + 0) by (intros; unfold degree; simpl; lia).
    clear distinct. generalize set as l. induction l as [|c l IH]; simpl; lia.
  - rewrite <- IH, <- !sum_one, <- !sum_plus. apply sum_same. intros c _. unfold degree. simpl. lia.
Qed.

(* The signed sum of what the cells of the set have is that of the used sides that lead out of it; and both sums together, without
   signs, are even. *)
Theorem count_sound : forall sides, (forall a b, In (a, b) sides -> white b = negb (white a)) ->
  sum (fun c => sign c * degree c sides) set = sum (out sign) sides /\
  Z.even (sum (fun c => degree c sides) set + sum (out (fun _ => 1)) sides) = true.
Proof.
  intros sides W. split.
  - rewrite degrees. apply sum_same. intros [a b] I. apply W in I. unfold out, sign. simpl. rewrite I.
    destruct (inside a), (inside b), (white a); reflexivity.
  - rewrite sum_same with (w := fun c => 1 * degree c sides) by (intros; lia).
    rewrite degrees, <- sum_plus. clear W. induction sides as [|[a b] sides IH]; [reflexivity|].
    simpl sum. rewrite Z.even_add, IH. unfold out. simpl. destruct (inside a), (inside b); reflexivity.
Qed.

(* The sides of one path. A cell of it has two of them, less one for the start and one for the end. *)
Fixpoint sides_of (l : list cell) : list (cell * cell) :=
  match l with
  | a :: (b :: _) as rest => (a, b) :: sides_of rest
  | _ => []
  end.

Lemma last_default : forall (l : list cell) b x y, last (b :: l) x = last (b :: l) y.
Proof. induction l as [|c l IH]; intros b x y; [reflexivity|]. exact (IH c x y). Qed.

Lemma needs : forall l a c, degree c (sides_of (a :: l)) + one (same a c) + one (same (last (a :: l) a) c)
  = 2 * Z.of_nat (count_occ equal (a :: l) c).
Proof.
  induction l as [|b l IH]; intros a c.
  - simpl. unfold same, degree. simpl. destruct (equal a c); reflexivity.
  - specialize (IH b c).
    assert (L : last (a :: b :: l) a = last (b :: l) b).
    { exact (last_default l b a b). }
    rewrite L. change (sides_of (a :: b :: l)) with ((a, b) :: sides_of (b :: l)).
    assert (D : degree c ((a, b) :: sides_of (b :: l)) =
      one (same a c) + one (same b c) + degree c (sides_of (b :: l))) by reflexivity.
    rewrite D. change (count_occ equal (a :: b :: l) c) with
      (if equal a c then S (count_occ equal (b :: l) c) else count_occ equal (b :: l) c).
    assert (A : one (same a c) = if equal a c then 1 else 0) by (unfold same; now destruct (equal a c)).
    rewrite A. destruct (equal a c); lia.
Qed.

(* For one path that visits the cells of the set: two for each, less the sides that lead out, less the ends that are among them. *)
Theorem count_of_path : forall l a z, NoDup (a :: l) -> incl set (a :: l) -> last (a :: l) a = z ->
  (forall x y, In (x, y) (sides_of (a :: l)) -> white y = negb (white x)) ->
  sum (fun c => sign c * 2) set - sum (out sign) (sides_of (a :: l))
    - one (inside a) * sign a - one (inside z) * sign z = 0 /\
  Z.even (sum (fun _ => 2) set + sum (out (fun _ => 1)) (sides_of (a :: l))
    + one (inside a) * sign a + one (inside z) * sign z) = true.
Proof.
  intros l a z N I E W. destruct (count_sound _ W) as [S P].
  assert (D : forall c, In c set -> 2 = degree c (sides_of (a :: l)) + one (same a c) + one (same z c)).
  { intros c C. rewrite <- E, needs. apply I in C. rewrite (NoDup_count_occ' equal) in N. rewrite (N c C). reflexivity. }
  split.
  - rewrite <- S, <- !sum_one.
    rewrite sum_same with (w := fun c => (sign c * degree c (sides_of (a :: l)) + sign c * one (same a c)) + sign c * one (same z c))
      by (intros c C; rewrite (D c C) at 1; lia).
    rewrite !sum_plus. lia.
  - rewrite sum_same with (w := fun c => (degree c (sides_of (a :: l)) + 1 * one (same a c)) + 1 * one (same z c))
      by (intros c C; rewrite (D c C) at 1; lia).
    rewrite !sum_plus. rewrite (sum_one (fun _ => 1) a), (sum_one (fun _ => 1) z).
    revert P. rewrite !Z.even_add, !Z.even_mul. unfold sign.
    destruct (Z.even (sum (fun c => degree c _) _)), (Z.even (sum (out _) _)), (inside a), (inside z), (white a), (white z);
      simpl; congruence.
Qed.

(* The sides of the board that lead out of the set, each from its cell in the set, and whether each is used. *)
Variable border : list (cell * cell).
Hypothesis border_distinct : NoDup border.
Hypothesis border_leads_out : forall c d, In (c, d) border -> inside c = true /\ inside d = false.

Definition pair_equal : forall p q : cell * cell, {p = q} + {p <> q}.
Proof. decide equality. Defined.

Definition is_pair (p q : cell * cell) : bool := if pair_equal p q then true else false.

Definition uses (sides : list (cell * cell)) (cd : cell * cell) : Z :=
  sum (fun ab => one (is_pair ab cd) + one (is_pair (snd ab, fst ab) cd)) sides.

Lemma not_in_border : forall a b, inside a = false \/ inside b = true -> forall cd, In cd border -> one (is_pair (a, b) cd) = 0.
Proof.
  intros a b H [c d] I. apply border_leads_out in I. unfold is_pair.
  destruct (pair_equal (a, b) (c, d)) as [E|]; [|reflexivity]. inversion E; subst. destruct H, I; congruence.
Qed.

Lemma in_border : forall (v : cell -> Z) a b, In (a, b) border ->
  sum (fun cd => v (fst cd) * one (is_pair (a, b) cd)) border = v a.
Proof.
  intros v a b I. unfold is_pair. rewrite (sum_of_one _ pair_equal (fun cd => v (fst cd))) by assumption.
  destruct (in_dec pair_equal (a, b) border); [|contradiction]. cbn [one fst]. lia.
Qed.

Lemma sum_zero : forall kind (v : kind -> Z) l, (forall a, In a l -> v a = 0) -> sum v l = 0.
Proof. intros kind v. induction l as [|a l IH]; simpl; intro H; [reflexivity|]. rewrite H, IH; auto. Qed.

Lemma over_border : forall v sides,
  (forall a b, In (a, b) sides -> inside a = true -> inside b = false -> In (a, b) border) ->
  (forall a b, In (a, b) sides -> inside a = false -> inside b = true -> In (b, a) border) ->
  sum (fun cd => v (fst cd) * uses sides cd) border = sum (out v) sides.
Proof.
  intros v. induction sides as [|[a b] sides IH]; intros In1 In2.
  - simpl. apply sum_zero. intros; unfold uses; simpl; ring.
  - simpl sum. rewrite <- IH; [|intros; apply In1; [now right|assumption..]|intros; apply In2; [now right|assumption..]].
    rewrite sum_same with (w := fun cd => (v (fst cd) * one (is_pair (a, b) cd) + v (fst cd) * one (is_pair (b, a) cd))
      + v (fst cd) * uses sides cd) by (intros; unfold uses; simpl; ring).
    rewrite !sum_plus. f_equal. unfold out. simpl fst. simpl snd.
    assert (Z1 : inside a = false \/ inside b = true -> sum (fun cd => v (fst cd) * one (is_pair (a, b) cd)) border = 0).
    { intro H. apply sum_zero. intros cd I. rewrite (not_in_border a b H cd I). lia. }
    assert (Z2 : inside b = false \/ inside a = true -> sum (fun cd => v (fst cd) * one (is_pair (b, a) cd)) border = 0).
    { intro H. apply sum_zero. intros cd I. rewrite (not_in_border b a H cd I). lia. }
    destruct (inside a) eqn:A, (inside b) eqn:B.
    + rewrite Z1, Z2 by auto. lia.
    + rewrite Z2, in_border by (auto using in_eq). lia.
    + rewrite Z1, in_border by (auto using in_eq). lia.
    + rewrite Z1, Z2 by auto. lia.
Qed.

(* Values between bounds, with signs: `add` keeps the least and the most of their sum, and how many are known and odd. *)
Record value := { low : Z; high : Z; signed : bool; real : Z }.
Definition known_odd (v : value) : bool := (low v =? high v) && Z.odd (low v).
Definition with_sign (v : value) (x : Z) : Z := (if signed v then 1 else -1) * x.

Theorem bounds_sound : forall values, (forall v, In v values -> low v <= real v <= high v) ->
  let least := sum (fun v => Z.min (with_sign v (low v)) (with_sign v (high v))) values in
  let most := sum (fun v => Z.max (with_sign v (low v)) (with_sign v (high v))) values in
  let all := sum (fun v => with_sign v (real v)) values in
  least <= all <= most /\
  (least = most -> Z.odd (sum (fun v => one (known_odd v)) values) = Z.odd (sum real values)).
Proof.
  induction values as [|v values IH]; intro B; [simpl; split; [lia|reflexivity]|].
  destruct IH as [R O]; [intros; apply B; now right|].
  specialize (B v (or_introl eq_refl)). simpl sum. cbv zeta.
  assert (V : Z.min (with_sign v (low v)) (with_sign v (high v)) <= with_sign v (real v)
    <= Z.max (with_sign v (low v)) (with_sign v (high v))) by (unfold with_sign; destruct (signed v); lia).
  split; [lia|]. intro E. rewrite !Z.odd_add. rewrite O by lia. f_equal.
  assert (low v = high v) by (unfold with_sign in *; destruct (signed v); lia).
  unfold known_odd. rewrite (proj2 (Z.eqb_eq _ _)) by assumption. replace (real v) with (low v) by lia.
  simpl. now destruct (Z.odd (low v)).
Qed.

(* So the premise is true: there is no answer if the sum cannot be 0, or all is known and an odd number of the values is odd. *)
Corollary bounds_meet : forall values, (forall v, In v values -> low v <= real v <= high v) ->
  sum (fun v => with_sign v (real v)) values = 0 -> Z.even (sum real values) = true ->
  let least := sum (fun v => Z.min (with_sign v (low v)) (with_sign v (high v))) values in
  let most := sum (fun v => Z.max (with_sign v (low v)) (with_sign v (high v))) values in
  ~ (least > 0 \/ most < 0 \/ least = most /\ Z.odd (sum (fun v => one (known_odd v)) values) = true).
Proof.
  intros values B Zero Even least most H. destruct (bounds_sound values B) as [R O].
  fold least most in R, O. destruct H as [H|[H|[H K]]]; [lia|lia|].
  rewrite O in K by assumption. rewrite <- Z.negb_odd, K in Even. discriminate.
Qed.

Lemma sum_map : forall kind other (f : kind -> other) v l, sum v (map f l) = sum (fun a => v (f a)) l.
Proof. intros kind other f v. induction l as [|a l IH]; simpl; [reflexivity|]. now rewrite IH. Qed.

Lemma sum_app : forall kind (v : kind -> Z) l m, sum v (l ++ m) = sum v l + sum v m.
Proof. intros kind v l m. induction l as [|a l IH]; simpl; lia. Qed.

(* All together, for one path that visits the cells of the set: whatever is known of the sides that lead out and of the ends, `count`
   does not say that there is no answer if there is one. *)
Theorem count_premise : forall l a z (lo hi : cell * cell -> Z) (first first' final final' : Z),
  NoDup (a :: l) -> incl set (a :: l) -> last (a :: l) a = z ->
  (forall x y, In (x, y) (sides_of (a :: l)) -> white y = negb (white x)) ->
  (forall x y, In (x, y) (sides_of (a :: l)) -> inside x = true -> inside y = false -> In (x, y) border) ->
  (forall x y, In (x, y) (sides_of (a :: l)) -> inside x = false -> inside y = true -> In (y, x) border) ->
  (forall cd, In cd border -> lo cd <= uses (sides_of (a :: l)) cd <= hi cd) ->
  first <= one (inside a) * sign a <= first' -> final <= one (inside z) * sign z <= final' ->
  let needs := map (fun c => {| low := 2; high := 2; signed := white c; real := 2 |}) set in
  let outs := map (fun cd => {| low := lo cd; high := hi cd; signed := negb (white (fst cd)); real := uses (sides_of (a :: l)) cd |}) border in
  let ends := [{| low := first; high := first'; signed := false; real := one (inside a) * sign a |};
               {| low := final; high := final'; signed := false; real := one (inside z) * sign z |}] in
  let values := needs ++ outs ++ ends in
  let least := sum (fun v => Z.min (with_sign v (low v)) (with_sign v (high v))) values in
  let most := sum (fun v => Z.max (with_sign v (low v)) (with_sign v (high v))) values in
  ~ (least > 0 \/ most < 0 \/ least = most /\ Z.odd (sum (fun v => one (known_odd v)) values) = true).
Proof.
  intros l a z lo hi first first' final final' N I E W In1 In2 B F F' needs outs ends values least most.
  destruct (count_of_path l a z N I E W) as [Zero Even].
  apply bounds_meet.
  - intros v V. unfold values, needs, outs, ends in V. apply in_app_or in V.
    destruct V as [V|V]; [apply in_map_iff in V; destruct V as [c [V _]]; subst v; simpl; lia|].
    apply in_app_or in V. destruct V as [V|V].
    + apply in_map_iff in V. destruct V as [cd [V C]]. subst v. simpl. now apply B.
    + destruct V as [V|[V|[]]]; subst v; simpl; assumption.
  - unfold values, needs, outs, ends. rewrite !sum_app, !sum_map. unfold with_sign. cbn [sum signed real].
    rewrite <- over_border in Zero by assumption.
    rewrite sum_same with (l := border) (w := fun cd => -1 * (sign (fst cd) * uses (sides_of (a :: l)) cd))
      by (intros cd _; cbn [signed real]; unfold sign; destruct (white (fst cd)); cbn [negb]; ring).
    assert (M : forall kind (v : kind -> Z) m, sum (fun x => -1 * v x) m = - sum v m).
    { intros kind v. induction m as [|x m IH]; [reflexivity|]. cbn [sum]. rewrite IH. ring. }
    rewrite (M _ (fun cd => sign (fst cd) * uses (sides_of (a :: l)) cd)).
    change (fun c => (if white c then 1 else -1) * 2) with (fun c => sign c * 2). lia.
  - unfold values, needs, outs, ends. rewrite !sum_app, !sum_map. cbn [sum real].
    rewrite <- over_border in Even by assumption. rewrite <- Even. f_equal.
    rewrite sum_same with (l := border) (w := fun cd => 1 * uses (sides_of (a :: l)) cd) by (intros; lia). lia.
Qed.

End Counts.

(* ------------------------------------------------------------------------------------------------------------ *)
(* 2. Paths of straight lines have as many corners as lines, less one for each path. *)

Section Turns.

Variable side : Type.
Hypothesis equal : forall a b : side, {a = b} + {a <> b}.

(* A path, given as the sides over which its steps lead, turns between two steps over different ones. *)
Fixpoint corners (steps : list side) : nat :=
  match steps with
  | a :: (b :: _) as rest => (if equal a b then 0 else 1) + corners rest
  | _ => 0
  end.

Definition straight_line (line : list side) : Prop := exists s, forall a, In a line -> a = s.

Lemma corners_of_two : forall l m, corners (l ++ m) <= corners l + 1 + corners m.
Proof.
  induction l as [|a l IH]; intro m; [simpl; lia|].
  specialize (IH m). destruct l as [|b l].
  - destruct m as [|b m]; simpl; [lia|]. destruct (equal a b); lia.
  - change (corners ((a :: b :: l) ++ m)) with ((if equal a b then 0 else 1) + corners ((b :: l) ++ m)).
    change (corners (a :: b :: l)) with ((if equal a b then 0 else 1) + corners (b :: l)). lia.
Qed.

Lemma no_corner : forall line, straight_line line -> corners line = 0.
Proof.
  induction line as [|a line IH]; intros [s S]; [reflexivity|].
  assert (L : corners line = 0) by (apply IH; exists s; intros; apply S; now right).
  destruct line as [|b line]; [reflexivity|].
  change (corners (a :: b :: line)) with ((if equal a b then 0 else 1) + corners (b :: line)).
  rewrite L, (S a), (S b) by (simpl; auto). destruct (equal s s); [lia|congruence].
Qed.

Lemma corners_of_path : forall lines, lines <> [] -> (forall line, In line lines -> straight_line line) ->
  corners (concat lines) + 1 <= length lines.
Proof.
  induction lines as [|line lines IH]; intros N S; [congruence|].
  assert (L := no_corner line (S line (or_introl eq_refl))).
  destruct lines as [|other lines]; [simpl; rewrite app_nil_r; lia|].
  assert (corners (concat (other :: lines)) + 1 <= length (other :: lines)).
  { apply IH; [discriminate|]. intros; apply S; now right. }
  assert (C := corners_of_two line (concat (other :: lines))).
  change (concat (line :: other :: lines)) with (line ++ concat (other :: lines)).
  change (length (line :: other :: lines)) with (1 + length (other :: lines)). lia.
Qed.

Theorem turns_sound : forall paths : list (list (list side)),
  (forall lines, In lines paths -> lines <> [] /\ forall line, In line lines -> straight_line line) ->
  list_sum (map (fun lines => corners (concat lines)) paths) + length paths <= list_sum (map (@length _) paths).
Proof.
  induction paths as [|lines paths IH]; intro S; [simpl; lia|].
  destruct (S lines (or_introl eq_refl)) as [N L].
  assert (P := corners_of_path lines N L). simpl.
  assert (list_sum (map (fun l => corners (concat l)) paths) + length paths <= list_sum (map (@length _) paths)).
  { apply IH. intros; apply S; now right. }
  lia.
Qed.

End Turns.

Print Assumptions count_sound.
Print Assumptions count_of_path.
Print Assumptions bounds_meet.
Print Assumptions count_premise.
Print Assumptions turns_sound.
