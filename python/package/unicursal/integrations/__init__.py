"""The datasets in the forms of other packages, which must be installed: reasoning-gym, verifiers, Inspect."""
