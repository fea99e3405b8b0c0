"""The taskset of :mod:`unicursal.integrations.verifiers` by a name without points, which is how programs of
`verifiers` find one.

    vf-eval unicursal-verifiers --env.taskset.puzzle pellet
"""

from unicursal.integrations.verifiers import PathTaskset

__all__ = ["PathTaskset"]
