module github.com/segls/segls/tools

go 1.26.0

require github.com/segls/segls v0.0.0

replace github.com/segls/segls => ../
