package cluster

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"iter"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/nats-io/nkeys"

	"example.org/queens/count"
	"example.org/queens/count/verify"
)

// exportHead is how the first lines of an exported ledger begin; what is of this ledger follows on most of them.
var exportHead = []string{
	"# ledger of a distributed n-queens count", "# run ", "# n ", "# definition ", "# splitting ", "# total ", "# rows result job worker kernel",
}

// The last lines, of which those about the signature may be missing.
const (
	exportHash      = "# sha256 "
	exportKey       = "# key "
	exportSignature = "# signature "
)

// Export writes the ledger as text: what it is of, a line a unit in canonical order, a hash over all lines before it, and the
// coordinator's signature of that hash. key may be nil: then nothing is signed.
func (l *Ledger) Export(w io.Writer, key nkeys.KeyPair) error {
	total, _, err := l.Total()
	if err != nil {
		return err
	}
	hash := sha256.New()
	out := bufio.NewWriterSize(io.MultiWriter(w, hash), 1<<16)
	head := []any{"", l.identity.Run, l.identity.N, count.Definition, l.identity.Splitting, total, ""}
	for i, value := range head {
		fmt.Fprintf(out, "%s%v\n", exportHead[i], value)
	}
	rows, stop := unitRows(l.identity.N)
	defer stop()
	err = l.Results(func(u UnitResult) error {
		row, ok := rows()
		if !ok {
			return fmt.Errorf("there is no unit %d", u.Unit)
		}
		_, err := fmt.Fprintf(out, "%d %d %d %s %s\n", row, u.Result, u.Job, u.Worker, word(u.Kernel))
		return err
	})
	if err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	sum := hash.Sum(nil)
	if _, err := fmt.Fprintf(w, exportHash+"%x\n", sum); err != nil || key == nil {
		return err
	}
	public, err := key.PublicKey()
	if err != nil {
		return err
	}
	signature, err := key.Sign(sum)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, exportKey+"%s\n"+exportSignature+"%s\n", public, base64.StdEncoding.EncodeToString(signature))
	return err
}

// unitRows returns the names of the units in canonical order, which is that of package verify too.
func unitRows(n int) (next func() (uint64, bool), stop func()) { return iter.Pull(verify.Units(n)) }

// word makes one word of a text that a worker sent.
func word(text string) string {
	if strings.ContainsFunc(text, func(c rune) bool { return c <= ' ' || c > '~' }) || text == "" {
		return strconv.QuoteToASCII(strings.ReplaceAll(text, " ", "_"))
	}
	return text
}

// An Exported is a ledger in its text form, read and found whole.
type Exported struct {
	Run     string
	N       int
	Total   *big.Int
	Units   []verify.Result
	Workers map[string]int // units of each worker
	Key     string         // that signed it, "" if nothing is signed
}

// ReadExport reads an exported ledger and checks that it is whole: that it has the lines that Export writes, in their order, and
// nothing else, the hash, the signature if there is one, that every unit is there once, and that the total is their sum. The
// error is an ExportError, or one of r.
func ReadExport(r io.Reader) (*Exported, error) {
	p := &exportReader{Exported: &Exported{Workers: map[string]int{}}, hash: sha256.New()}
	defer func() { p.stop() }()
	p.stop = func() {}
	in := bufio.NewReaderSize(r, 1<<16)
	for line := 1; ; line++ {
		text, err := in.ReadSlice('\n')
		switch {
		case err == io.EOF && len(text) == 0 && line == 1:
			return nil, ErrEmptyExport
		case line == 1 && (err == nil || err == io.EOF || err == bufio.ErrBufferFull) && !isExport(string(text)):
			return nil, &ExportError{Line: line, Reason: ExportForeign}
		case err == io.EOF && len(text) == 0:
			if err := p.end(); err != nil {
				return nil, err
			}
			return p.Exported, nil
		case err == io.EOF:
			return nil, &ExportError{Line: line, Reason: ExportCut}
		case err == bufio.ErrBufferFull:
			return nil, &ExportError{Line: line, Reason: ExportLong}
		case err != nil:
			return nil, err
		}
		if fault := p.line(line, string(text[:len(text)-1])); fault != nil {
			fault.Line = line
			return nil, fault
		}
		if p.sum == nil {
			p.hash.Write(text)
		}
	}
}

// isExport reports whether the first line of a file, or what there is of it, is that of an exported ledger.
func isExport(line string) bool {
	return strings.HasPrefix(line, exportHead[0]) || strings.HasPrefix(exportHead[0], line)
}

type exportReader struct {
	*Exported
	claimed string // the total
	rows    func() (uint64, bool)
	stop    func()
	hash    hash.Hash
	sum     []byte // of all lines before that of the hash, once it has come
	signed  bool
}

// line takes a line and returns what is wrong with it.
func (p *exportReader) line(number int, text string) *ExportError {
	if number <= len(exportHead) {
		return p.headLine(number-1, text)
	}
	key, isKey := strings.CutPrefix(text, exportKey)
	signature, isSignature := strings.CutPrefix(text, exportSignature)
	switch {
	case p.sum == nil && strings.HasPrefix(text, exportHash):
		if row, more := p.rows(); more {
			return wrong(ExportMissing, row)
		}
		sum := p.hash.Sum(nil)
		if text != exportHash+hex.EncodeToString(sum) {
			return wrong(ExportHash, nil)
		}
		p.sum = sum
		return nil
	case p.sum == nil:
		return p.unitLine(text)
	case p.signed:
		return wrong(ExportAfterSignature, nil)
	case isKey && p.Key == "":
		if !nkeys.IsValidPublicUserKey(key) {
			return wrong(ExportKey, nil)
		}
		p.Key = key
		return nil
	case isSignature && p.Key != "":
		p.signed = p.verify(signature)
		if !p.signed {
			return wrong(ExportSignature, nil)
		}
		return nil
	}
	return wrong(ExportAfterHash, nil)
}

// verify reports whether a signature is that of the key for the lines.
func (p *exportReader) verify(signature string) bool {
	public, err := nkeys.FromPublicKey(p.Key)
	if err != nil {
		return false
	}
	decoded, err := base64.StdEncoding.DecodeString(signature)
	return err == nil && public.Verify(p.sum, decoded) == nil
}

// headLine takes one of the first lines.
func (p *exportReader) headLine(i int, text string) *ExportError {
	value, ok := strings.CutPrefix(text, exportHead[i])
	if !ok || (value == "") != !strings.HasSuffix(exportHead[i], " ") {
		return wrong(ExportHead, strconv.Quote(exportHead[i]))
	}
	switch exportHead[i] {
	case "# run ":
		p.Run = value
	case "# n ":
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 || n > verify.MaxN || strconv.Itoa(n) != value {
			return wrong(ExportSize, nil)
		}
		p.N = n
		p.rows, p.stop = unitRows(n)
	case "# definition ":
		if value != strconv.Itoa(count.Definition) {
			return wrong(ExportDefinition, strconv.Quote(value))
		}
	case "# total ":
		p.claimed = value
	}
	return nil
}

// unitLine takes the line of the next unit.
func (p *exportReader) unitLine(text string) *ExportError {
	words := strings.Split(text, " ")
	if len(words) != 5 || words[3] == "" || words[4] == "" {
		return wrong(ExportLine, nil)
	}
	rows, err := strconv.ParseUint(words[0], 10, 64)
	result, failed := strconv.ParseUint(words[1], 10, 64)
	_, none := strconv.ParseUint(words[2], 10, 32)
	if err != nil || failed != nil || none != nil {
		return wrong(ExportLine, nil)
	}
	if n := len(p.Units); n > 0 && rows == p.Units[n-1].Rows {
		return wrong(ExportTwice, rows)
	}
	switch want, ok := p.rows(); {
	case !ok:
		return wrong(ExportMore, rows)
	case rows != want:
		return wrong(ExportMisplaced, want)
	}
	p.Units = append(p.Units, verify.Result{Rows: rows, Value: result})
	p.Workers[words[3]]++
	return nil
}

func (p *exportReader) end() (err error) {
	switch {
	case p.sum == nil:
		return &ExportError{Reason: ExportNoHash}
	case p.Key != "" && !p.signed:
		return &ExportError{Reason: ExportNoSignature}
	}
	if p.Total, err = verify.Complete(p.N, p.Units); err != nil {
		return &ExportError{Reason: ExportUnits, Value: err.Error()}
	}
	if p.Total.String() != p.claimed {
		return &ExportError{
			Line:   1 + slices.Index(exportHead, "# total "),
			Reason: ExportTotal, Value: p.Total.String(),
		}
	}
	return nil
}

// Recount computes a share of the units again by plain backtracking, which shares no code with the kernels.
func (e *Exported) Recount(ctx context.Context, o verify.Options) (verify.Report, error) {
	return verify.Recount(ctx, e.N, e.Units, o)
}
