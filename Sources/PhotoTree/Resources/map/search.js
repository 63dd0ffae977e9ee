// What is looked for in the list: accents, case and the order of words are forgiven.

/// Letters that are no other letter with an accent, as people type them who do not have them.
const plainLetters = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ħ: "h", ı: "i", ŋ: "n", ə: "e" };

function folded(text) {
    return text.normalize("NFKD").replace(/\p{M}+/gu, "").toLowerCase()
        .replace(/[ßæœøłđðþħıŋə]/g, (letter) => plainLetters[letter])
        .replace(/['’ʻʼ`]/g, "").replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

class Search {
    /// `changed(entries)` is told what is left of the list, `go()` that somebody wants to go to its first line, `choose()`
    /// that they want what it says.
    constructor(entries, noun, changed, go, choose) {
        this.entries = entries;
        this.changed = changed;
        this.go = go;
        this.choose = choose;
        this.texts = new Map();
        const label = `Search ${count(entries.length, ...noun)}`;
        this.input = make("input", {
            type: "search", id: "search", placeholder: label, "aria-label": label, "aria-keyshortcuts": "/", autocomplete: "off",
            spellcheck: false, enterKeyHint: "search", maxLength: 200,
        });
        this.input.addEventListener("input", () => this.changed(this.found()));
        this.input.addEventListener("keydown", (event) => this.press(event));
        document.addEventListener("keydown", (event) => this.summon(event));
        this.element = document.getElementById("find");
        this.element.append(make("div", { className: "find-field" }, icon(icons.find), this.input));
        this.element.hidden = entries.length === 0;
    }

    get query() {
        return this.input.value;
    }

    set query(text) {
        this.input.value = oneLine(text).slice(0, 200);
        this.changed(this.found());
    }

    /// The entries in which each word stands somewhere, those first that are meant most likely.
    found() {
        const query = folded(this.query);
        const words = query.split(" ").filter(Boolean);
        // Of signs alone nothing is left: they are looked for as they are.
        if (!words.length && oneLine(this.query)) {
            return this.entries.filter((entry) => entry.title.includes(oneLine(this.query)));
        }
        if (!words.length) return this.entries;
        const ranked = this.entries.map((entry) => ({ entry, rank: Search.rank(this.textsOf(entry), query, words) }));
        // The order of the list stays within a rank.
        return ranked.filter(({ rank }) => rank !== undefined).sort((one, other) => one.rank - other.rank)
            .map(({ entry }) => entry);
    }

    /// A title that begins so goes before words that begin so, those before other names, and before what stands anywhere.
    static rank({ title, own, names, all }, query, words) {
        if (!words.every((word) => all.includes(word))) return undefined;
        const begin = (text) => words.every((word) => ` ${text}`.includes(` ${word}`));
        if (title.startsWith(query)) return 0;
        if (begin(title)) return 1;
        if (begin(own)) return 2;
        if (names.some((name) => name.startsWith(query))) return 3;
        return words.every((word) => own.includes(word)) ? 4 : 5;
    }

    textsOf(entry) {
        if (!this.texts.has(entry)) {
            const { title, subtitle, group, owner, description } = entry;
            const names = entry.names.map(folded);
            const own = folded([title, subtitle, group, owner].join(" "));
            const all = [own, ...names, folded(description.slice(0, 2000))].join(" ");
            this.texts.set(entry, { title: folded(title), own, names, all });
        }
        return this.texts.get(entry);
    }

    press(event) {
        if (event.key === "Escape" && this.query) {
            this.query = "";
            event.preventDefault();
            event.stopPropagation();
        } else if (event.key === "ArrowDown") {
            event.preventDefault();
            this.go();
        } else if (event.key === "Enter") {
            event.preventDefault();
            this.choose();
        }
    }

    /// "/" from anywhere but a field that takes letters.
    summon(event) {
        const isTyping = event.target.closest?.("input:not([type=radio]), select, textarea");
        if (event.key !== "/" || event.ctrlKey || event.altKey || event.metaKey || isTyping || this.element.hidden) return;
        event.preventDefault();
        this.input.focus();
        this.input.select();
    }
}
