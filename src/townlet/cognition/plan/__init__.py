"""Planning and replanning (section 4.3): the day, its hours, and steps of 5 to 15 minutes made just in time."""

from townlet.cognition.plan.day import plan_day
from townlet.cognition.plan.execution import proceed
from townlet.cognition.plan.revision import insert, replan

__all__ = ["insert", "plan_day", "proceed", "replan"]
