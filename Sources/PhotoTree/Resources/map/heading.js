// What is listed, where that is, and how much of it.

class Heading {
    constructor(heading, entries, links, notice) {
        this.entries = entries;
        const isPins = heading.folder === "pins";
        const isPlaces = entries.length > 0 && entries.every((entry) => !entry.isPhoto);
        this.none = isPins ? "No pins yet. Right-click the map to drop one."
            : heading.folder === "recents" ? "Nothing viewed yet." : "No Images";
        this.noun = isPins ? ["pin", "pins"] : isPlaces ? ["place", "places"] : ["photo", "photos"];
        const title = firstWords(heading.title, 200) || "Map";
        document.title = `${title} · map`;
        document.getElementById("title").textContent = title;
        document.getElementById("notice").textContent = notice;
        const trail = Array.isArray(heading.trail) ? heading.trail : [];
        document.getElementById("subtitle").textContent = this.subtitle(firstWords(heading.subtitle, 200), trail);
        if (trail.length) this.follow(trail, title, links);
        this.tell(entries);
    }

    /// Without what the trail has said.
    subtitle(text, trail) {
        const said = oneLine(trail.at(-1)?.title);
        if (said && text === said) return "";
        return said && text.endsWith(`, ${said}`) ? text.slice(0, -said.length - 2) : text;
    }

    /// Places › France › Annecy
    follow(trail, title, links) {
        const crumbs = trail.map((crumb) => {
            const text = firstWords(crumb.title, 100);
            const address = crumb.href && links.up(crumb.href);
            return address ? make("a", { href: address, dir: "auto" }, text) : foreign("span", text);
        });
        const here = foreign("span", title, "trail-here");
        here.setAttribute("aria-current", "page");
        const nav = document.getElementById("trail");
        nav.append(make("ol", {}, ...[...crumbs, here].map((crumb) => make("li", {}, crumb))));
        nav.hidden = false;
    }

    /// How many are shown of how many there are.
    tell(shown) {
        const { entries, noun } = this;
        if (!entries.length) return;
        const without = shown.filter((entry) => !entry.position).length;
        const said = [shown.length === entries.length ? count(entries.length, ...noun)
            : `${shown.length.toLocaleString("en")} of ${count(entries.length, ...noun)}`];
        if (without) said.push(`${without.toLocaleString("en")} without a position`);
        document.getElementById("summary").textContent = said.join(" · ");
    }
}
