package lang

import (
	"sync"
	"testing"
)

func TestMatch(t *testing.T) {
	for _, test := range []struct{ locale, want string }{
		{"", English}, {"C", English}, {"C.UTF-8", English}, {"POSIX", English}, {"en_US.UTF-8", English},
		{"de_DE@euro", English}, {"ja_JP.UTF-8", English}, {"nonsense!", English}, {"zhang", English},
		{"zh", Chinese}, {"zh_CN.UTF-8", Chinese}, {"zh-CN", Chinese}, {"zh_TW.Big5", Chinese}, {"zh_HK", Chinese},
		{"zh-HK", Chinese}, {"zh_SG", Chinese}, {"zh-Hans-CN", Chinese}, {"zh_Hant_TW", Chinese}, {"ZH_cn", Chinese},
	} {
		if got := match(test.locale); got != test.want {
			t.Errorf("match(%q) = %q, want %q", test.locale, got, test.want)
		}
	}
}

func TestDetect(t *testing.T) {
	for _, test := range []struct {
		name string
		env  map[string]string
		want string
	}{
		{"LC_ALL first", map[string]string{"LC_ALL": "zh_CN", "LC_MESSAGES": "en_US", "LANG": "en_US"}, Chinese},
		{"LC_MESSAGES next", map[string]string{"LC_MESSAGES": "zh_TW", "LANG": "en_US"}, Chinese},
		{"LANG last", map[string]string{"LANG": "zh_HK.UTF-8"}, Chinese},
		{"an empty one is absent", map[string]string{"LC_ALL": "", "LANG": "zh"}, Chinese},
		{"C is a locale", map[string]string{"LC_ALL": "C", "LANG": "zh"}, English},
	} {
		if got := Detect(func(name string) string { return test.env[name] }); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
	if got, want := Detect(func(string) string { return "" }), match(systemLocale()); got != want {
		t.Errorf("without a locale %q, want that of the system, %q", got, want)
	}
}

func TestPrinter(t *testing.T) {
	english, chinese := New(English), New(Chinese)
	for _, test := range []struct{ got, want string }{
		{english.Tag(), "en"},
		{chinese.Tag(), "zh"},
		{english.T("error.method.near", "Name", "<a>&", "Nearest", "b"), "unknown method <a>&: did you mean b?"},
		{chinese.T("error.nosolution"), "无解"},
		{english.N("solutions", 0), "0 solutions"},
		{english.N("solutions", 1), "1 solution"},
		{english.N("solutions", 92), "92 solutions"},
		{english.N("solutions", 18446744073709551615), "18446744073709551615 solutions"},
		{chinese.N("solutions", 92), "共 92 种摆法"},
	} {
		if test.got != test.want {
			t.Errorf("%q, want %q", test.got, test.want)
		}
	}
}

func TestPrinterConcurrently(t *testing.T) {
	p := New(Chinese)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for i := range uint64(100) {
				p.N("solutions", i)
				p.T("error.method", "Name", i, "Names", "x")
			}
		})
	}
	group.Wait()
}

// An unknown key is a mistake of the program.
func TestUnknownKey(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	New(English).T("no.such.key")
}
