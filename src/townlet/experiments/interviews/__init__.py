"""Interviews (Park et al. 2023, section 6): batteries of questions, conditions, and answers with what they rest on."""
