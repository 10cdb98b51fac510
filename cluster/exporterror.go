package cluster

import "fmt"

// An ExportReason says what is wrong with an exported ledger.
type ExportReason string

const (
	ExportForeign        ExportReason = "foreign"   // it does not begin as an exported ledger does
	ExportEmpty          ExportReason = "empty"     // there is nothing in it
	ExportCut            ExportReason = "cut"       // it ends within a line
	ExportNoHash         ExportReason = "nohash"    // it ends before the hash
	ExportNoSignature    ExportReason = "nosign"    // it ends between a key and its signature
	ExportLong           ExportReason = "long"      // a line is too long
	ExportHead           ExportReason = "head"      // the line should begin with Value
	ExportSize           ExportReason = "size"      // there are no units of this size
	ExportDefinition     ExportReason = "def"       // its units are of definition Value, another one
	ExportLine           ExportReason = "line"      // the line is not that of a unit
	ExportTwice          ExportReason = "twice"     // unit Value is there twice
	ExportMore           ExportReason = "more"      // unit Value is one too many
	ExportMissing        ExportReason = "missing"   // unit Value is not there
	ExportMisplaced      ExportReason = "misplaced" // another unit, or none, is where unit Value should be
	ExportUnits          ExportReason = "units"     // the units are not those of the board; Value says why, in English
	ExportTotal          ExportReason = "total"     // the units sum to Value, which is not the total
	ExportHash           ExportReason = "hash"      // the hash is another
	ExportKey            ExportReason = "key"       // the key is none
	ExportSignature      ExportReason = "signature" // the signature is another
	ExportAfterHash      ExportReason = "afterhash" // something follows the hash that may not
	ExportAfterSignature ExportReason = "aftersign" // something follows the signature
)

// exportTexts says the reasons in English.
var exportTexts = map[ExportReason]string{
	ExportForeign:        "it is no exported ledger",
	ExportEmpty:          "it is empty",
	ExportCut:            "it is cut off",
	ExportNoHash:         "it is cut off: it has no hash",
	ExportNoSignature:    "it is cut off: it has a key and no signature",
	ExportLong:           "the line is too long",
	ExportHead:           "it should be %s",
	ExportSize:           "there are no units of this size",
	ExportDefinition:     "its units are of definition %s",
	ExportLine:           "it is not the line of a unit",
	ExportTwice:          "unit %s is there twice",
	ExportMore:           "unit %s is one too many",
	ExportMissing:        "unit %s is missing before it",
	ExportMisplaced:      "unit %s is missing before it, or it is no unit or not in its place",
	ExportUnits:          "%s",
	ExportTotal:          "the units do not sum to the total but to %s",
	ExportHash:           "the hash is not that of the lines before it",
	ExportKey:            "it is no public key",
	ExportSignature:      "the signature is not of this key and these lines",
	ExportAfterHash:      "nothing but a key and its signature may follow the hash",
	ExportAfterSignature: "nothing may follow the signature",
}

// ExportError says what is wrong with an exported ledger.
type ExportError struct {
	Line   int // 0 if it is not about a line
	Reason ExportReason
	Value  string // what some reasons are about
}

// wrong returns the error about a line; value may be nil.
func wrong(reason ExportReason, value any) *ExportError {
	e := &ExportError{Reason: reason}
	if value != nil {
		e.Value = fmt.Sprint(value)
	}
	return e
}

func (e *ExportError) Error() string {
	text := exportTexts[e.Reason]
	if e.Value != "" {
		text = fmt.Sprintf(text, e.Value)
	}
	if e.Line > 0 {
		return fmt.Sprintf("queens: exported ledger, line %d: %s", e.Line, text)
	}
	return "queens: exported ledger: " + text
}

// ErrEmptyExport says that an exported ledger is an empty file.
var ErrEmptyExport = &ExportError{Reason: ExportEmpty}
