// What is looked for in the list: accents, case and the order of words are forgiven.

/// Letters that are no other letter with an accent, as people type them who do not have them.
const plainLetters = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ħ: "h", ı: "i", ŋ: "n", ə: "e" };

function folded(text) {
    return text.normalize("NFKD").replace(/\p{M}+/gu, "").toLowerCase()
        .replace(/[ßæœøłđðþħıŋə]/g, (letter) => plainLetters[letter])
        .replace(/['’ʻʼ`]/g, "").replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

class Search {
    /// `changed(entries)` is told what is left of the list, `enter()` that somebody wants to go there.
    constructor(entries, noun, changed, enter) {
        this.entries = entries;
        this.changed = changed;
        this.enter = enter;
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

    /// The entries in which each word stands somewhere.
    found() {
        const words = folded(this.query).split(" ").filter(Boolean);
        // Of signs alone nothing is left: they are looked for as they are.
        if (!words.length && oneLine(this.query)) {
            return this.entries.filter((entry) => entry.title.includes(oneLine(this.query)));
        }
        return this.entries.filter((entry) => words.every((word) => this.text(entry).includes(word)));
    }

    text(entry) {
        if (!this.texts.has(entry)) {
            const { title, subtitle, group, owner, names, description } = entry;
            this.texts.set(entry, folded([title, subtitle, group, owner, ...names, description.slice(0, 2000)].join(" ")));
        }
        return this.texts.get(entry);
    }

    press(event) {
        if (event.key === "Escape" && this.query) {
            this.query = "";
            event.preventDefault();
            event.stopPropagation();
        } else if (event.key === "ArrowDown" || event.key === "Enter") {
            event.preventDefault();
            this.enter();
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
