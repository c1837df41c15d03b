"""Imported once by the process from which worlds are forked: it reads what every world would read anew."""

from townlet.cognition.templates import built_in_prompts, compiled_template, template_fields, template_source
from townlet.offline.model import warm_up

warm_up()
for _name in built_in_prompts():
    compiled_template(template_source(_name))
    template_fields(template_source(_name))
