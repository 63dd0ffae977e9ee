// Where links lead: to the list's own files, and to pages of the web. Nothing else becomes a link.

/// The address if it is one of the web, else nothing ("javascript:", "data:", "file:" and what is no address).
function webAddress(text) {
    try {
        const address = new URL(text);
        return ["http:", "https:"].includes(address.protocol) && address.hostname ? address.href : undefined;
    } catch {
        return undefined;
    }
}

/// Where this page lies, by its own address, and how it reaches the list's files from there. A copy reaches what was copied
/// beside it.
class LocalLinks {
    /// `folder` is the list's path in its mount: "places/France/Annecy".
    constructor(folder) {
        this.isFile = location.protocol === "file:";
        this.path = LocalLinks.decoded(location.pathname);
        this.names = typeof folder === "string" && folder ? folder.split("/") : [];
        this.namesHere = this.path.split("/").slice(0, -1);
    }

    /// The address of an entry's file or folder.
    to(entry, name = "") {
        return entry.href ? this.resolved(entry.href + name) : undefined;
    }

    /// The address of the map of a folder above, `path` being "../" for each step and the name; none in a copy without that
    /// folder.
    up(path) {
        const steps = path.split("../").length - 1;
        return this.isAbove(steps) ? this.resolved(path) : undefined;
    }

    /// This page's own address.
    get page() {
        return location.href.replace(/[?#].*$/s, "");
    }

    /// The address of what lies at a path from this page; none for a page that is no file of a disk or a server.
    resolved(path) {
        if (!["file:", "http:", "https:"].includes(location.protocol)) return undefined;
        try {
            const address = new URL(path, location.href);
            return address.protocol === location.protocol && address.host === location.host ? address.href : undefined;
        } catch {
            return undefined;
        }
    }

    /// The path of the mount that this page lies in, if it is a file whose path ends as the list's does.
    get mount() {
        const isThere = this.isFile && this.names.length && this.names.every((_, steps) => this.isAbove(steps));
        return isThere ? this.namesHere.slice(0, -this.names.length).join("/") : undefined;
    }

    /// Whether the folder so many steps above the page is called as it is in the mount.
    isAbove(steps) {
        return steps < this.names.length && this.names.at(-1 - steps) === this.namesHere.at(-1 - steps);
    }

    static decoded(pathname) {
        try {
            return decodeURIComponent(pathname);
        } catch {
            return pathname;
        }
    }
}

/// A link that leaves the page: the page stays, and what is opened learns nothing of it.
function outward(address, text, className) {
    const rel = "noopener noreferrer";
    return make("a", { className, href: address, target: "_blank", rel, referrerPolicy: "no-referrer" }, text);
}

/// What an entry's link opens: `[label, address]`; nothing where this page reaches no files.
function localLink(entry, links) {
    const address = links.to(entry, entry.href.endsWith("/") && !entry.isPhoto ? "map.html" : "");
    return address && [entry.isPhoto ? "Open photo" : "Open map", address];
}

/// What placesfs's handler of links does, `[label, link]` each: only a page in a mount asks for it.
function commandLinks(entry, links) {
    const folder = commandFolder(entry, links);
    if (!folder) return [];
    const commands = [["Open folder", commandLink("open", folder)]];
    if (links.names[0] === "pins") commands.push(["New collection", commandLink("new-collection", folder)]);
    return commands;
}

/// The same as lines of a shell, `[label, line]` each.
function commandLines(entry, links) {
    const folder = commandFolder(entry, links);
    if (!folder) return [];
    const path = shellWord(LocalLinks.decoded(new URL(folder).pathname).replace(/\/$/, ""));
    const lines = [["Copy the line that opens the folder", `xdg-open ${path}`]];
    if (links.names[0] === "pins") lines.push(["Copy the line that asks for another collection", `placesfs new-collection ${path}`]);
    return lines;
}

/// The address of the folder of a place or pin, if this page lies in a mount.
function commandFolder(entry, links) {
    return links.mount !== undefined && !entry.isPhoto && entry.href.endsWith("/") ? links.to(entry) : undefined;
}

/// `address` is a file's or folder's, `at` a point.
function commandLink(verb, address, at) {
    return `placesfs:${verb}?in=${encodeURIComponent(address)}${at ? `&at=${encodeURIComponent(at)}` : ""}`;
}

/// A text as one word of a shell's line, whatever it holds.
function shellWord(text) {
    return `'${text.replaceAll("'", "'\\''")}'`;
}
