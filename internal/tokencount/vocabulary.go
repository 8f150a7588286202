package tokencount

import (
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"

	"github.com/segls/segls/analysis/token"
)

// mostOfVocabulary is the greatest size in bytes of a file that [OpenByName] reads.
const mostOfVocabulary = 64 << 20

// Open reads the vocabulary in a file.
func Open(path string) (*token.Tokenizer, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	t, err := token.Read(content, filepath.Base(path))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}

// Names lists the vocabularies that [OpenByName] knows.
var Names = []string{"cl100k", "o200k"}

// publishedAt returns the address at which OpenAI publishes a vocabulary.
func publishedAt(name string) string {
	return "https://openaipublic.blob.core.windows.net/encodings/" + name + "_base.tiktoken"
}

// OpenByName opens a vocabulary by its name, from the places where segls and tiktoken keep them.
func OpenByName(name string) (*token.Tokenizer, error) {
	file := name + "_base.tiktoken"
	sum := sha1.Sum([]byte(publishedAt(name))) // tiktoken's file name
	cached := hex.EncodeToString(sum[:])
	var own string
	var places []string
	if cache, err := os.UserCacheDir(); err == nil {
		own = filepath.Join(cache, "segls", file)
		places = append(places, own)
	}
	for _, variable := range []string{"TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR"} {
		if folder := os.Getenv(variable); folder != "" {
			places = append(places, filepath.Join(folder, cached), filepath.Join(folder, file))
		}
	}
	places = append(places, filepath.Join(os.TempDir(), "data-gym-cache", cached))
	for _, place := range places {
		about, err := os.Stat(place) // the place may be writable by anybody
		if err != nil || !about.Mode().IsRegular() || about.Size() > mostOfVocabulary {
			continue
		}
		content, err := os.ReadFile(place)
		if err != nil {
			continue
		}
		t, err := token.Read(content, name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", place, err)
		}
		return t, nil
	}
	return nil, fmt.Errorf("the vocabulary %s is not on this machine; download %s and keep it as %s", name, publishedAt(name), own)
}
