// Package web holds the teaching page: plain HTML, CSS and ES modules that run
// as they stand, without a build step, and load nothing from elsewhere. Package
// server serves them.
//
// The page searches nothing. It replays the traces of package trace, and asks
// the API of package server for the rest. All prose stands in index.html as keys
// of the catalog in internal/lang; js/state.js holds what is shown, as the
// address has it; every other module is one figure or one part of the page:
//
//	app.js                        the page: state, language, parts
//	watch.js solutions.js play.js count.js      the parts
//	cluster.js                    the section of Count about many machines
//	player.js                     replays a trace, forwards and backwards
//	board.js marks.js code.js tree.js histogram.js digits.js chart.js   the figures
//	sentence.js i18n.js look.js keys.js toast.js api.js dom.js    what they share
//	standalone.js                 the page of [SelfContained]
package web

import (
	"embed"
	"io/fs"
)

//go:embed index.html icon.svg css js
var files embed.FS

// Files are the files of the page; index.html is its front.
var Files fs.FS = files
