package cluster

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"iter"
	"math/big"
	"strconv"
	"strings"

	"github.com/nats-io/nkeys"

	"example.org/queens/count"
	"example.org/queens/count/verify"
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
	fmt.Fprintf(out, "# ledger of a distributed n-queens count\n# run %s\n# n %d\n# definition %d\n# splitting %s\n# total %s\n# rows result job worker kernel\n",
		l.identity.Run, l.identity.N, count.Definition, l.identity.Splitting, total)
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
	if _, err := fmt.Fprintf(w, "# sha256 %x\n", sum); err != nil || key == nil {
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
	_, err = fmt.Fprintf(w, "# key %s\n# signature %s\n", public, base64.StdEncoding.EncodeToString(signature))
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

// ExportError says what is wrong with an exported ledger.
type ExportError struct {
	Line   int // 0 if it is not about a line
	Reason string
}

func (e *ExportError) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("queens: exported ledger, line %d: %s", e.Line, e.Reason)
	}
	return "queens: exported ledger: " + e.Reason
}

// ReadExport reads an exported ledger and checks that it is whole: the hash, the signature if there is one, that every unit is
// there once, and that the total is their sum.
func ReadExport(r io.Reader) (*Exported, error) {
	p := &exportReader{Exported: &Exported{Workers: map[string]int{}}, head: map[string]string{}}
	hash := sha256.New()
	in := bufio.NewReaderSize(r, 1<<16)
	for line := 1; ; line++ {
		text, err := in.ReadString('\n')
		if err == io.EOF && text == "" {
			break
		}
		if err != nil {
			return nil, &ExportError{Line: line, Reason: "cut off: " + err.Error()}
		}
		if reason := p.line(strings.TrimSuffix(text, "\n"), hash.Sum); reason != "" {
			return nil, &ExportError{Line: line, Reason: reason}
		}
		hash.Write([]byte(text))
	}
	return p.Exported, p.end()
}

type exportReader struct {
	*Exported
	head   map[string]string
	sum    []byte
	sealed bool
}

// line takes a line; sum returns the hash of those before it.
func (p *exportReader) line(text string, sum func([]byte) []byte) (wrong string) {
	if comment, ok := strings.CutPrefix(text, "# "); ok {
		key, value, _ := strings.Cut(comment, " ")
		if key == "sha256" {
			p.sum = sum(nil)
			if value != hex.EncodeToString(p.sum) {
				return "the hash is not that of the lines before it"
			}
			p.sealed = true
		}
		p.head[key] = value
		return ""
	}
	var rows, result uint64
	var job uint32
	var worker, kernel string
	if n, err := fmt.Sscanf(text, "%d %d %d %s %s", &rows, &result, &job, &worker, &kernel); n != 5 || err != nil || p.sealed {
		return "not the line of a unit"
	}
	p.Units = append(p.Units, verify.Result{Rows: rows, Value: result})
	p.Workers[worker]++
	return ""
}

func (p *exportReader) end() error {
	p.Run, p.Key = p.head["run"], p.head["key"]
	var err error
	if p.N, err = strconv.Atoi(p.head["n"]); err != nil || !p.sealed {
		return &ExportError{Reason: "it has no head or no hash"}
	}
	if p.head["definition"] != strconv.Itoa(count.Definition) {
		return &ExportError{Reason: "its units are of definition " + p.head["definition"]}
	}
	if p.Total, err = verify.Complete(p.N, p.Units); err != nil {
		return err
	}
	if p.Total.String() != p.head["total"] {
		return &ExportError{Reason: fmt.Sprintf("the total is %s, the units sum to %s", p.head["total"], p.Total)}
	}
	if p.Key == "" {
		return nil
	}
	public, err := nkeys.FromPublicKey(p.Key)
	if err != nil {
		return &ExportError{Reason: "the key is none"}
	}
	signature, err := base64.StdEncoding.DecodeString(p.head["signature"])
	if err != nil || public.Verify(p.sum, signature) != nil {
		return &ExportError{Reason: "the signature is not of this key and these lines"}
	}
	return nil
}

// Recount computes a share of the units again by plain backtracking, which shares no code with the kernels.
func (e *Exported) Recount(ctx context.Context, o verify.Options) (verify.Report, error) {
	return verify.Recount(ctx, e.N, e.Units, o)
}
