// The list beside the map: thirty lines at a time, each with its entry's link.

class List {
    static pageSize = 30;

    /// `select(entry)` is told of a line that is chosen, `point(entry or undefined)` of the one the mouse is over.
    constructor(entries, links, select, point) {
        this.entries = entries;
        this.links = links;
        this.select = select;
        this.point = point;
        this.first = 0;
        this.selected = undefined;
        this.element = document.getElementById("list");
        this.pager = document.getElementById("pager");
        this.lines = make("ol", { className: "lines" });
        this.lines.addEventListener("keydown", (event) => this.walk(event));
        this.element.append(entries.length ? this.lines : make("p", { className: "empty", textContent: "No Images" }));
        this.range = make("span", { className: "pager-range", role: "status" });
        this.previous = this.turner("Previous", icons.previous, -List.pageSize);
        this.next = this.turner("Next", icons.next, List.pageSize);
        this.pager.append(this.previous, this.range, this.next);
        this.pager.hidden = entries.length <= List.pageSize;
        this.draw();
    }

    turner(name, path, step) {
        const label = make("span", { textContent: name });
        return make(
            "button", { type: "button", onclick: () => this.turn(step) },
            ...(step < 0 ? [icon(path), label] : [label, icon(path)]));
    }

    turn(step) {
        this.first = Math.max(0, Math.min(this.first + step, this.entries.length - 1));
        const pressed = document.activeElement;
        this.draw();
        this.element.scrollTop = 0;
        // A button that can be pressed no further lets the focus go.
        if (pressed.disabled) (pressed === this.next ? this.previous : this.next).focus();
    }

    draw() {
        const end = Math.min(this.first + List.pageSize, this.entries.length);
        this.lines.start = this.first + 1;
        this.lines.replaceChildren(...this.entries.slice(this.first, end).map((entry) => this.line(entry)));
        const number = (value) => value.toLocaleString("en");
        this.range.textContent = `${number(this.first + 1)}–${number(end)} of ${number(this.entries.length)}`;
        this.previous.disabled = this.first === 0;
        this.next.disabled = end === this.entries.length;
    }

    line(entry) {
        const details = [entry.subtitle, entry.owner, entry.license].filter(Boolean);
        if (entry.count !== undefined) details.push(count(entry.count, "photo", "photos"));
        const second = make("span", { className: "line-details" }, ...separated(details));
        if (!entry.position) second.append(details.length ? " · " : "", make("em", { textContent: "no position" }));
        const button = make(
            "button",
            { type: "button", className: "line-button", onclick: () => this.select(entry) },
            foreign("span", entry.title, "line-title"), second);
        if (entry === this.selected) button.setAttribute("aria-current", "true");
        const line = make("li", { className: "line", value: entry.index + 1 }, button, this.opener(entry));
        line.dataset.index = entry.index;
        line.onmouseenter = () => this.point(entry);
        line.onmouseleave = () => this.point(undefined);
        return line;
    }

    opener(entry) {
        const [first] = localLinks(entry, this.links);
        if (!first) return undefined;
        const [label, address] = first;
        const name = `${label}: ${firstWords(entry.title, 60)}`;
        return make("a", { className: "line-open", href: address, title: label, "aria-label": name }, icon(icons.here));
    }

    /// Shows the entry's line as the chosen one, on the page it is on; nothing takes the choice back. `callout` is put
    /// beneath it where there is no map to show it on.
    mark(entry, callout) {
        this.selected = entry;
        this.lines.querySelector(".line > .callout")?.remove();
        this.lines.querySelector("[aria-current]")?.removeAttribute("aria-current");
        if (!entry) return;
        const first = entry.index - (entry.index % List.pageSize);
        if (first !== this.first) {
            this.first = first;
            this.draw();
        }
        const line = this.lineOf(entry);
        line.querySelector("button").setAttribute("aria-current", "true");
        if (callout) line.append(callout);
        line.scrollIntoView({ block: "nearest" });
    }

    focus(entry) {
        this.lineOf(entry)?.querySelector("button").focus();
    }

    lineOf(entry) {
        return this.lines.querySelector(`[data-index="${entry.index}"]`);
    }

    /// The arrow keys go from line to line.
    walk(event) {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        const line = event.target.closest(".line");
        if (!step || !line || event.target.closest(".callout")) return;
        const next = step > 0 ? line.nextElementSibling : line.previousElementSibling;
        event.preventDefault();
        next?.querySelector("button").focus();
    }
}
