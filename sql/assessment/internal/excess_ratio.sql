-- excess_ratio(main DOUBLE, main_end DOUBLE, control DOUBLE, control_end DOUBLE, sign INTEGER) -> DOUBLE
-- One end of the 95 % confidence interval of the ratio of two rates of failure, out of one end of the interval of each.
-- NULL if the ratio is not bounded.
--
-- parameter: main: failures of the main attack, as a fraction
-- parameter: main_end: the end of its interval, lower for the lower end of the ratio
-- parameter: control: failures of the control, as a fraction
-- parameter: control_end: the end of its interval, upper for the lower end of the ratio
-- parameter: sign: -1 for the lower end, 1 for the upper one
-- reads: nothing
-- source: Donner and Zou 2012
SELECT CASE
    WHEN $control_end * (2 * $control - $control_end) > 0 THEN (
        $main * $control + $sign * sqrt(
            greatest(
                power($main * $control, 2)
                - $main_end * $control_end * (2 * $main - $main_end) * (2 * $control - $control_end),
                0
            )
        )
    ) / ($control_end * (2 * $control - $control_end))
END
