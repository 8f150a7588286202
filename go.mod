module github.com/segls/segls

go 1.26.0
