package lsp

import "errors"

// mostAttempts is the number of times that a change is computed before retry gives up because texts keep changing.
const mostAttempts = 5

// errOutdated is returned if a change was computed from a text that has changed since. The change is then computed again.
var errOutdated = newFailure("The text has changed in the meantime, so nothing has been done.")

// errKeepChanging is returned if every attempt was outdated.
var errKeepChanging = newFailure("The files keep changing, so nothing has been done. Try again.")

// retry calls attempt until it does not return [errOutdated], and returns its error. After mostAttempts calls it returns errKeepChanging.
func retry(attempt func() error) error {
	for range mostAttempts {
		if err := attempt(); !errors.Is(err, errOutdated) {
			return err
		}
	}
	return errKeepChanging
}
