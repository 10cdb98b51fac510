module example.org/queens

go 1.26.7
