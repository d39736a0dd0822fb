"""The family uncertainty: releases in which no sensitive item can be inferred for certain, and the attack on them."""
