"""Planning and replanning (section 4.3): the day, its hours, and steps of 5 to 15 minutes made just in time."""

from townlet.cognition.plan.day import plan_day
from townlet.cognition.plan.execution import plan_at_start, proceed
from townlet.cognition.plan.revision import insert, replan

__all__ = ["insert", "plan_at_start", "plan_day", "proceed", "replan"]
