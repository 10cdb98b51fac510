package notation

// MaxSize is the largest board that is written or read.
const MaxSize = 4096

// A Form is one way of writing a placement as text.
type Form uint8

// The forms. Detect, the zero value, is none: it asks a [Reader] to find out.
const (
	Detect Form = iota
	List
	Grid
	Pairs
	Digits
	Columns
	Algebraic
	FEN
	Board
	ASCII
	LeetCode
	JSON
	CSV
)

// A Separator is what stands between the placements of a text.
type Separator uint8

// The separators. A [Reader] takes blank lines and headings in every form.
const (
	ByLine      Separator = iota // each placement is one line
	ByBlankLine                  // an empty line between two placements
	ByHeading                    // a heading with a running number before each
)

// An Info describes a form.
type Info struct {
	Form      Form
	Name      string    // what String returns and Lookup takes
	English   string    // one line
	Chinese   string    // the same in Chinese
	MaxSize   int       // the largest board it can write
	Separator Separator // how placements are kept apart
	Based     bool      // its row and column numbers may count from 1
}

// OneLine reports whether a placement takes one line.
func (i Info) OneLine() bool { return i.Separator == ByLine }

// forms is the table of forms, in the order of the constants.
var forms = [...]Info{
	{List, "list", "row and column of each queen, a line each, as in the first post",
		"每行写一个皇后的行号和列号，与第一篇文章相同", MaxSize, ByHeading, true},
	{Grid, "grid", "a matrix of 0 and 1, as in the first post",
		"由 0 和 1 组成的矩阵，与第一篇文章相同", MaxSize, ByHeading, false},
	{Pairs, "pairs", "(row, column) of each queen, as in the second post",
		"每个皇后的（行, 列），与第二篇文章相同", MaxSize, ByLine, true},
	{Digits, "digits", "one digit a row for its column: 0 to 9, then a to z",
		"每行的列号写成一位数字，9 之后用 a 到 z", 36, ByLine, false},
	{Columns, "columns", "the column of each row, separated by spaces",
		"依次写出各行的列号，用空格分隔", MaxSize, ByLine, true},
	{Algebraic, "algebraic", "squares as chess players name them, from the top row down",
		"国际象棋的格子名称，从最上一行写起", MaxSize, ByLine, false},
	{FEN, "fen", "the piece placement of chess programs, ranks from the top",
		"国际象棋程序使用的 FEN 局面，从最上一行写起", MaxSize, ByLine, false},
	{Board, "board", "a board to look at, with ranks and files",
		"带有行列标记的棋盘图", MaxSize, ByBlankLine, false},
	{ASCII, "ascii", "a board of Q and full stops",
		"用 Q 和句点画出的棋盘", MaxSize, ByBlankLine, false},
	{LeetCode, "leetcode", "an array of strings of Q and full stops",
		"由 Q 和句点组成的字符串数组", 1024, ByLine, false},
	{JSON, "json", "an object with the size and the columns",
		"含有大小和各行列号的 JSON 对象", MaxSize, ByLine, true},
	{CSV, "csv", "the column of each row, separated by commas, without a header",
		"依次写出各行的列号，用逗号分隔，没有标题行", MaxSize, ByLine, true},
}

// Forms returns the table of all forms.
func Forms() []Info {
	table := forms
	return table[:]
}

// Lookup returns the form of that name; false if there is none.
func Lookup(name string) (Form, bool) {
	for _, info := range forms {
		if info.Name == name {
			return info.Form, true
		}
	}
	return Detect, false
}

// Info returns what the table says of f, the zero Info for [Detect].
func (f Form) Info() Info {
	if f == Detect || int(f) > len(forms) {
		return Info{}
	}
	return forms[f-1]
}

// String returns the name of f.
func (f Form) String() string {
	if f == Detect {
		return "detect"
	}
	return f.Info().Name
}

// inRows reports whether the form takes a line for each row.
func (f Form) inRows() bool { return f != Detect && !f.Info().OneLine() }
