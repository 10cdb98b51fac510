package lang

import "golang.org/x/sys/windows"

// systemLocale returns the first language of the user's Windows settings.
func systemLocale() string {
	languages, err := windows.GetUserPreferredUILanguages(windows.MUI_LANGUAGE_NAME)
	if err != nil || len(languages) == 0 {
		return ""
	}
	return languages[0]
}
