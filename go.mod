module github.com/segls/segls

go 1.26.0

require (
	github.com/clipperhouse/uax29/v2 v2.7.0
	github.com/kljensen/snowball v0.10.0
	github.com/yuin/goldmark v1.8.7
	golang.org/x/text v0.43.0
)
