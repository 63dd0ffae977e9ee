// What is told of one photo or place, in a callout on the map or beneath its line in the list.

class Callouts {
    constructor(links, thumbnails, close) {
        this.links = links;
        this.thumbnails = thumbnails;
        this.close = close;
        this.made = new Map();
    }

    /// The entry's callout. It is made when first opened and kept, so that its thumbnail is asked for once; `onResize` is
    /// told when its height changed after all.
    of(entry, onResize) {
        if (!this.made.has(entry)) this.made.set(entry, this.make(entry, onResize));
        return this.made.get(entry);
    }

    make(entry, onResize) {
        const name = foreign("h2", entry.title, "callout-title");
        name.id = `callout-${entry.index}`;
        return make(
            "article", { className: "callout", tabIndex: -1, "aria-labelledby": name.id },
            this.thumbnail(entry, onResize), closer(() => this.close()),
            make("div", { className: "callout-text" }, name, ...this.lines(entry)),
            this.actions(entry), this.typed(entry, onResize));
    }

    /// The same to type, for who has no handler of links.
    typed(entry, onResize) {
        const lines = commandLines(entry, this.links);
        if (!lines.length) return undefined;
        const said = make("span", { className: "pin-said", role: "status" });
        return make(
            "details", { className: "callout-typed", ontoggle: onResize },
            make("summary", {}, "To type instead"), ...lines.map(([label, line]) => copied("pin-line", line, label, said)), said);
    }

    lines(entry) {
        const lines = [];
        const where = [entry.subtitle, entry.owner && `by ${entry.owner}`, entry.date].filter(Boolean);
        if (entry.count !== undefined) where.push(count(entry.count, "photo", "photos"));
        if (entry.people !== undefined) where.push(`${entry.people.toLocaleString("en")} people now`);
        if (where.length) lines.push(make("p", { className: "callout-by" }, ...separated(where)));
        const words = firstWords(entry.description, 160);
        if (words) lines.push(foreign("p", words, "callout-words"));
        if (entry.license) {
            const license = entry.licenseAddress ? outward(entry.licenseAddress, entry.license) : entry.license;
            lines.push(make("p", { className: "callout-license" }, license));
        }
        if (!entry.position) lines.push(make("p", { className: "callout-license" }, "No position: it is not on the map."));
        return lines;
    }

    thumbnail(entry, onResize) {
        // In a copy there is no small picture beside the page: the source's, or, of a source that has no addresses, the
        // photo itself.
        const own = this.thumbnails.address(entry);
        const addresses = [own, entry.thumbnail ?? (entry.isPhoto && this.links.isFile ? this.links.to(entry) : undefined)]
            .filter(Boolean);
        if (!addresses.length) return undefined;
        const image = make("img", { alt: "", decoding: "async", referrerPolicy: "no-referrer" });
        const frame = make("div", { className: "callout-image" }, image);
        image.onload = () => {
            if (addresses[0] === own) this.thumbnails.note(true);
            frame.classList.add("loaded");
        };
        // Offline, or gone: a callout without its picture, and no more said.
        image.onerror = () => {
            const failed = addresses.shift();
            if (failed === own) this.thumbnails.note(false);
            if (addresses.length) {
                image.src = addresses[0];
                return;
            }
            frame.remove();
            onResize();
        };
        image.src = addresses[0];
        return frame;
    }

    actions(entry) {
        const [label, address] = localLink(entry, this.links) ?? [];
        const actions = address ? [make("a", { className: "action primary", href: address }, label)] : [];
        if (entry.page) {
            const site = new URL(entry.page).hostname.replace(/^www\./, "");
            const page = outward(entry.page, firstWords(site, 40), actions.length ? "action" : "action primary");
            page.setAttribute("aria-label", `View at ${firstWords(site, 40)}`);
            page.append(icon(icons.away));
            actions.push(page);
        }
        for (const [name, link] of commandLinks(entry, this.links)) actions.push(make("a", { className: "action", href: link }, name));
        return actions.length ? make("div", { className: "callout-actions" }, ...actions) : undefined;
    }
}

/// The button in a callout's corner.
function closer(close) {
    const parts = { type: "button", className: "callout-close", "aria-label": "Close", onclick: close };
    return make("button", parts, icon(icons.close));
}

/// Texts with a dot between them, each with a direction of its own.
function separated(texts) {
    return texts.flatMap((text, index) => (index ? [" · ", foreign("span", text)] : [foreign("span", text)]));
}
