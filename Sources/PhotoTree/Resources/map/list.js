// The list beside the map: thirty lines at a time, each with its entry's link, those of a country under its name.

class List {
    static pageSize = 30;

    /// `none` is said where there are no entries. `select(entry)` is told of a line that is chosen, `point(entry or undefined)` of the one the mouse is over.
    constructor(entries, links, thumbnails, none, select, point) {
        this.entries = entries;
        this.links = links;
        this.thumbnails = thumbnails;
        this.none = none;
        this.select = select;
        this.point = point;
        this.selected = undefined;
        this.turned = () => {};
        this.element = document.getElementById("list");
        this.pager = document.getElementById("pager");
        this.lines = make("div", { className: "groups" });
        this.lines.addEventListener("keydown", (event) => this.walk(event));
        this.empty = make("p", { className: "empty", hidden: true });
        this.element.append(this.lines, this.empty);
        this.range = make("span", { className: "pager-range", role: "status" });
        this.previous = this.turner("Previous", icons.previous, -List.pageSize);
        this.next = this.turner("Next", icons.next, List.pageSize);
        this.pager.append(this.previous, this.range, this.next);
        this.narrow(entries);
    }

    /// Shows these of the entries, in their order.
    narrow(entries) {
        this.shown = entries;
        this.places = new Map(entries.map((entry, index) => [entry, index]));
        this.first = 0;
        this.empty.hidden = entries.length > 0;
        this.empty.textContent = this.entries.length ? "Nothing found" : this.none;
        this.pager.hidden = entries.length <= List.pageSize;
        this.draw();
        this.element.scrollTop = 0;
    }

    turner(name, path, step) {
        const label = make("span", { textContent: name });
        return make(
            "button", { type: "button", onclick: () => this.turn(this.first + step) },
            ...(step < 0 ? [icon(path), label] : [label, icon(path)]));
    }

    turn(first) {
        this.first = Math.max(0, Math.min(first, this.shown.length - 1));
        const pressed = document.activeElement;
        this.draw();
        this.element.scrollTop = 0;
        this.element.scrollIntoView({ block: "start" });
        // A button that can be pressed no further lets the focus go.
        if (pressed.disabled) (pressed === this.next ? this.previous : this.next).focus();
        this.turned();
    }

    /// The page on which a country begins, its name at the top.
    turnTo(group) {
        const index = this.shown.findIndex((entry) => entry.group === group);
        if (index < 0) return;
        this.turn(index - (index % List.pageSize));
        const headings = [...this.lines.querySelectorAll(".group")];
        headings.find((heading) => heading.firstChild.textContent === group)?.scrollIntoView({ block: "start" });
    }

    draw() {
        const end = Math.min(this.first + List.pageSize, this.shown.length);
        this.thumbnails.forget();
        this.lines.replaceChildren(...this.groups(this.isPrinted ? this.shown : this.shown.slice(this.first, end)));
        const number = (value) => value.toLocaleString("en");
        this.range.textContent = `${number(this.first + 1)}–${number(end)} of ${number(this.shown.length)}`;
        this.previous.disabled = this.first === 0;
        this.next.disabled = end === this.shown.length;
    }

    /// On paper all lines are seen.
    print(isPrinted) {
        this.isPrinted = isPrinted;
        this.draw();
    }

    groups(entries) {
        const parts = [];
        let last;
        for (const entry of entries) {
            if (!last || entry.group !== last.group) {
                if (entry.group) parts.push(this.heading(entry));
                parts.push(make("ol", { className: "lines", start: this.places.get(entry) + 1 }));
            }
            parts.at(-1).append(this.line(entry));
            last = entry;
        }
        return parts;
    }

    heading(entry) {
        const index = this.places.get(entry);
        const isBegun = index > 0 && this.shown[index - 1].group === entry.group;
        const name = foreign("span", entry.group);
        return make("h2", { className: "group" }, name, isBegun ? make("span", { className: "group-more" }, "continued") : "");
    }

    line(entry) {
        const details = [entry.subtitle, entry.owner, entry.license].filter(Boolean);
        if (entry.count !== undefined) details.push(count(entry.count, "photo", "photos"));
        if (entry.people !== undefined) details.push(`${entry.people.toLocaleString("en")} people now`);
        const second = make("span", { className: "line-details" }, ...separated(details));
        if (!entry.position) second.append(details.length ? " · " : "", make("em", { textContent: "no position" }));
        const button = make(
            "button",
            { type: "button", className: "line-button", onclick: () => this.select(entry) },
            foreign("span", entry.title, "line-title"), second);
        if (entry === this.selected) button.setAttribute("aria-current", "true");
        const line = make("li", { className: "line", value: this.places.get(entry) + 1 }, button, this.opener(entry));
        line.dataset.index = entry.index;
        line.onmouseenter = () => this.point(entry);
        line.onmouseleave = () => this.point(undefined);
        return line;
    }

    opener(entry) {
        const [label, address] = localLink(entry, this.links) ?? [];
        if (!address) return undefined;
        const name = `${label}: ${firstWords(entry.title, 60)}`;
        const sign = icon(entry.isPhoto ? icons.photo : icons.map);
        const opener = make("a", { className: "line-open", href: address, title: label, "aria-label": name }, sign);
        if (entry.isPhoto) this.thumbnails.watch(opener, entry);
        return opener;
    }

    /// Shows the entry's line as the chosen one, on the page it is on; nothing takes the choice back. `callout` is put
    /// beneath it where there is no map to show it on.
    mark(entry, callout) {
        this.selected = entry;
        this.lines.querySelector(".line > .callout")?.remove();
        this.lines.querySelector("[aria-current]")?.removeAttribute("aria-current");
        const index = this.places.get(entry);
        if (index === undefined) return;
        const first = index - (index % List.pageSize);
        if (first !== this.first) {
            this.first = first;
            this.draw();
            this.turned();
        }
        const line = this.lineOf(entry);
        line.querySelector("button").setAttribute("aria-current", "true");
        if (callout) line.append(callout);
        line.scrollIntoView({ block: "nearest" });
    }

    focus(entry) {
        this.lineOf(entry)?.querySelector("button").focus();
    }

    focusFirst() {
        this.lines.querySelector(".line-button")?.focus();
    }

    lineOf(entry) {
        return this.lines.querySelector(`[data-index="${entry.index}"]`);
    }

    /// The arrow keys go from line to line.
    walk(event) {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        const line = event.target.closest(".line");
        if (!step || !line || event.target.closest(".callout")) return;
        const lines = [...this.lines.querySelectorAll(".line")];
        event.preventDefault();
        lines[lines.indexOf(line) + step]?.querySelector("button").focus();
    }
}

/// The choice of a country to go to, beside the search.
class Jump {
    /// `go(group)` is told which.
    constructor(entries, go) {
        this.go = go;
        this.select = make("select", { id: "jump", "aria-label": "Go to a country", onchange: () => {
            if (this.select.value) this.go(this.select.value);
        } });
        this.offer(entries);
        if (this.select.length > 2) document.getElementById("find").append(this.select);
    }

    offer(entries) {
        const groups = [...new Set(entries.map((entry) => entry.group))].filter(Boolean);
        const options = groups.map((group) => make("option", { value: group, textContent: group }));
        this.select.replaceChildren(make("option", { value: "", textContent: "Country" }), ...options);
    }

    /// The list was turned by other means.
    forget() {
        if (document.activeElement !== this.select) this.select.value = "";
    }
}
