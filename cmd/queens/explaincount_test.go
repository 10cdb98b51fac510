package main

import (
	"strings"
	"syscall"
	"testing"

	"example.org/queens/cluster/nats"
	"example.org/queens/count"
	"example.org/queens/count/checkpoint"
	"example.org/queens/estimate"
	"example.org/queens/internal/lang"
)

// TestRareRefusals words, in both languages, what no test can bring about on
// every machine.
func TestRareRefusals(t *testing.T) {
	identity := checkpoint.Identity{N: 8, Splitting: "new"}
	old := checkpoint.Identity{N: 8, Splitting: "old"}
	for _, test := range []struct {
		err              error
		status           int
		english, chinese string
	}{
		{&count.KernelError{Name: "avx512", Missing: []string{"AVX512F", "AVX512BW"}, Have: []string{"avx2", "generic"}}, exitBadInput,
			"QUEENS_KERNEL: kernel avx512 needs AVX512F, AVX512BW, which this machine lacks; it has avx2, generic",
			"QUEENS_KERNEL：内核 avx512 需要 AVX512F、AVX512BW，本机没有；可用：avx2、generic"},
		{&checkpoint.MismatchError{Path: "f", Want: identity, Got: old}, exitBadInput,
			"f is the checkpoint of another splitting (old, not new); name another file",
			"f 是另一种划分的检查点（old，不是 new）；请换一个文件"},
		{&count.UnitError{N: 8, Unit: 7, Units: 23}, exitBadInput,
			"the checkpoint holds unit 7 twice, or the count has no such unit", "检查点中单元 7 重复，或者这次计数没有这个单元"},
		{&checkpoint.FileError{Path: "f", Op: "write", Err: syscall.ENOSPC}, exitIO,
			"the checkpoint f cannot be written: no space left; what it held is still there", "无法写入检查点 f：空间已满；原有内容仍在"},
		{&checkpoint.FileError{Path: "f", Op: "close", Err: syscall.EFBIG}, exitIO,
			"the checkpoint f cannot be written: the limit on the size of files is reached; what it held is still there",
			"无法写入检查点 f：已达到文件大小的上限；原有内容仍在"},
		{&checkpoint.FileError{Path: "f", Op: "read", Err: syscall.EIO}, exitIO,
			"the checkpoint f cannot be read: the device reports an error", "无法读取检查点 f：设备出错"},
		{&checkpoint.FileError{Path: "f", Op: "create", Err: syscall.EROFS}, exitIO,
			"the checkpoint f cannot be made: the file system is read-only", "无法建立检查点 f：文件系统是只读的"},
		{&checkpoint.FileError{Path: "f", Op: "open", Err: syscall.EACCES}, exitIO,
			"the checkpoint f cannot be opened: permission denied", "无法打开检查点 f：没有权限"},
		{&nats.StoreError{Room: true}, exitIO, "no room for messages: the same command with a larger --disk goes on",
			"没有空间存放消息：用更大的 --disk 运行同一命令即可继续"},
		{&nats.StoreError{Path: "d", Err: syscall.ENOSPC}, exitIO, "messages cannot be kept in d: no space left", "无法在 d 中保存消息：空间已满"},
		{&estimate.DiedOutError{N: 500, Particles: 20, Repeats: 20}, exitBadInput,
			"no estimate for size 500: 20 particles are too few; give a larger --memory or a smaller --error",
			"无法估计大小 500：20 个粒子太少；请加大 --memory 或减小 --error"},
		{&estimate.MemoryError{Particles: 1, Need: 2e6, Memory: 1e6}, exitBadInput,
			"the estimate needs 2 MB of memory, more than the 1 MB of --memory", "估计需要内存 2 MB，超过 --memory 的 1 MB"},
	} {
		for tag, want := range map[string]string{lang.English: test.english, lang.Chinese: test.chinese} {
			a := &app{Printer: lang.New(tag)}
			if status, text := a.explain(test.err); status != test.status || text != want {
				t.Errorf("%v: %d %q, want %d %q", test.err, status, text, test.status, want)
			}
		}
	}
}

// TestWrongInChinese says what is wrong with a count in Chinese too.
func TestWrongInChinese(t *testing.T) {
	a := &app{Printer: lang.New(lang.Chinese)}
	for _, why := range []string{
		a.T("wrong.sum", "N", 8), a.T("wrong.symmetry"), a.T("wrong.published", "Published", 1, "Count", 2),
		a.T("wrong.unit", "Rows", 3, "Claimed", 1, "Counted", 2), a.T("wrong.program", "Program", "avx2", "N", 8, "Count", 1, "Other", 2),
	} {
		status, text := a.explain(a.wrong(why))
		if !strings.HasPrefix(text, "计数有误，不予输出：") || status != exitNo || threeWords.MatchString(text) {
			t.Errorf("%d %q", status, text)
		}
	}
}
