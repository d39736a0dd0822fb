-- share_budget(account, source)
-- Let an account share the budget of another one, together with all data sets that share its own.
--
-- parameter: account: the data set whose budget ends
-- parameter: source: the data set whose budget all of them share from now on
-- writes:    setrisk_private.shared_budget
UPDATE setrisk_private.shared_budget AS shares SET account = $source WHERE shares.account = $account;

INSERT INTO setrisk_private.shared_budget (dataset, account)
VALUES ($account, $source)
