(* The premise 'other', as in axioms.rs: paths are known by where they start and the set of their sides. *)

Require Import List Arith Lia.
Import ListNotations.

Section Other.

Variable cell : Type.

Definition next_in (l : list cell) (a b : cell) : Prop := exists front more, l = front ++ a :: b :: more.
Definition crosses (l : list cell) (a b : cell) : Prop := next_in l a b \/ next_in l b a.

Lemma next_of_first : forall a b l, NoDup (a :: l) -> next_in (a :: l) a b -> exists m, l = b :: m.
Proof.
  intros a b l N [front [more E]]. destruct front as [|f front]; simpl in E; inversion E; subst; [now exists more|].
  exfalso. inversion N; subst. apply H1. apply in_or_app. right. now left.
Qed.

Lemma none_before_first : forall a b l, NoDup (a :: l) -> ~ next_in (a :: l) b a.
Proof.
  intros a b l N [front [more E]]. inversion N; subst. apply H1.
  destruct front as [|f front]; simpl in E; inversion E; subst; [now left|].
  apply in_or_app. right. right. now left.
Qed.

Lemma next_in_both : forall l a b, next_in l a b -> In a l /\ In b l.
Proof.
  intros l a b [front [more E]]. subst. split; apply in_or_app; right; [now left|right; now left].
Qed.

(* The first path visits all cells; the second one starts in the same cell and has all sides of the first. *)
Theorem other_sound : forall l m a, NoDup (a :: l) -> NoDup (a :: m) -> incl (a :: m) (a :: l) ->
  (forall x y, next_in (a :: l) x y -> crosses (a :: m) x y) -> l = m.
Proof.
  induction l as [|b l IH]; intros m a Nl Nm I S.
  - destruct m as [|c m]; [reflexivity|]. exfalso. inversion Nm; subst.
    destruct (I c) as [E|[]]; [right; now left|]. subst. apply H1. now left.
  - assert (exists m', m = b :: m') as [m' E].
    { destruct (S a b) as [H|H]; [now exists [], l| |].
      - now apply next_of_first with (a := a).
      - now apply none_before_first in H. }
    subst m. f_equal. apply IH with (a := b); try (now inversion Nl); try (now inversion Nm).
    + intros x X. destruct (I x) as [E|?]; [now right| |assumption].
      subst x. inversion Nm; subst. contradiction.
    + intros x y H. assert (B := next_in_both _ _ _ H).
      assert (x <> a /\ y <> a) as [Xa Ya].
      { inversion Nl; subst. split; intro; subst; now apply H2. }
      destruct (S x y) as [C|C].
      * destruct H as [front [more E]]. exists (a :: front), more. simpl. now rewrite E.
      * left. destruct C as [[|f front] [more E]]; simpl in E; inversion E; subst; [congruence|]. now exists front, more.
      * right. destruct C as [[|f front] [more E]]; simpl in E; inversion E; subst; [congruence|]. now exists front, more.
Qed.

(* The same for paths between terminals, as in Connect the Colours: what two answers use together, at most one side of a terminal and
   two of each other cell, leaves one way from each terminal. *)
Variable used : cell -> cell -> Prop.
Variable terminal : cell -> Prop.
Hypothesis two : forall c x y z, used c x -> used c y -> used c z -> x = y \/ x = z \/ y = z.
Hypothesis one_side : forall c x y, terminal c -> used c x -> used c y -> x = y.
Hypothesis both : forall x y, used x y -> used y x.

Lemma last_of : forall (l : list cell) a b, last (b :: l) a = last l b.
Proof. induction l as [|c l IH]; intros a b; [reflexivity|]. exact (eq_trans (IH a c) (eq_sym (IH b c))). Qed.

Lemma goes_on : forall l m p a, NoDup (p :: a :: l) -> NoDup (p :: a :: m) -> used a p ->
  (forall x y, next_in (a :: l) x y -> used x y) -> (forall x y, next_in (a :: m) x y -> used x y) ->
  terminal (last l a) -> terminal (last m a) -> l = m.
Proof.
  assert (stop : forall b l p a, NoDup (p :: a :: b :: l) -> used a p -> used a b -> terminal a -> False).
  { intros b l p a N P B T. inversion N; subst. apply H1. right. left. now apply one_side with (c := a). }
  assert (first : forall a b l, next_in (a :: b :: l) a b) by (intros a b l; now exists [], l).
  induction l as [|b l IH]; intros [|c m] p a Nl Nm P Ul Um Tl Tm; [reflexivity| | |].
  - exfalso. apply (stop c m p a); auto.
  - exfalso. apply (stop b l p a); auto.
  - assert (c = b).
    { destruct (two a p b c) as [E|[E|E]]; auto; exfalso; subst.
      - inversion Nl; subst. apply H1. right. now left.
      - inversion Nm; subst. apply H1. right. now left. }
    subst c. f_equal. apply (IH m a b); try (now inversion Nl); try (now inversion Nm); auto.
    + intros x y [f [r E]]. apply Ul. exists (a :: f), r. simpl. now rewrite E.
    + intros x y [f [r E]]. apply Um. exists (a :: f), r. simpl. now rewrite E.
    + now rewrite <- (last_of l a b).
    + now rewrite <- (last_of m a b).
Qed.

Theorem other_paths_sound : forall l m a b c, NoDup (a :: b :: l) -> NoDup (a :: c :: m) ->
  (forall x y, next_in (a :: b :: l) x y -> used x y) -> (forall x y, next_in (a :: c :: m) x y -> used x y) ->
  terminal a -> terminal (last l b) -> terminal (last m c) -> b :: l = c :: m.
Proof.
  intros l m a b c Nl Nm Ul Um T Tl Tm.
  assert (B : used a b) by (apply Ul; now exists [], l).
  assert (C : used a c) by (apply Um; now exists [], m).
  assert (c = b) by (now apply (one_side a)). subst c. f_equal.
  apply (goes_on l m a b); auto.
  - intros x y [f [r E]]. apply Ul. exists (a :: f), r. simpl. now rewrite E.
  - intros x y [f [r E]]. apply Um. exists (a :: f), r. simpl. now rewrite E.
Qed.

End Other.

Print Assumptions other_sound.
Print Assumptions other_paths_sound.
