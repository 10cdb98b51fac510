package render

// queenOutline is the queen, in a square of side 1: five points with balls, a
// band and a foot, with gaps between them. Its thinnest part is a twentieth of
// the square, so that it can be told at 12 pixels.
var queenOutline = func() *outline {
	q := &outline{}
	for _, ball := range []point{{0.115, 0.315}, {0.295, 0.205}, {0.5, 0.165}, {0.705, 0.205}, {0.885, 0.315}} {
		q.circle(ball.x, ball.y, 0.058)
	}
	// The crown, clockwise from the left tip.
	q.move(0.095, 0.34)
	q.line(0.14, 0.325)
	q.line(0.285, 0.5)
	q.line(0.27, 0.235)
	q.line(0.32, 0.225)
	q.line(0.405, 0.475)
	q.line(0.475, 0.2)
	q.line(0.525, 0.2)
	q.line(0.595, 0.475)
	q.line(0.68, 0.225)
	q.line(0.73, 0.235)
	q.line(0.715, 0.5)
	q.line(0.86, 0.325)
	q.line(0.905, 0.34)
	q.line(0.775, 0.685)
	q.cubic(0.6, 0.645, 0.4, 0.645, 0.225, 0.685)
	q.close()
	// The band.
	q.move(0.235, 0.72)
	q.cubic(0.4, 0.68, 0.6, 0.68, 0.765, 0.72)
	q.line(0.755, 0.77)
	q.cubic(0.6, 0.735, 0.4, 0.735, 0.245, 0.77)
	q.close()
	// The foot.
	q.move(0.215, 0.815)
	q.cubic(0.39, 0.77, 0.61, 0.77, 0.785, 0.815)
	q.line(0.8, 0.87)
	q.cubic(0.61, 0.915, 0.39, 0.915, 0.2, 0.87)
	q.close()
	return q
}()
