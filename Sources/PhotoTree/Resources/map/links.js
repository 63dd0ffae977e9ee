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

/// How this page reaches the list's files.
class LocalLinks {
    constructor(directory) {
        this.directory = typeof directory === "string" ? directory.replace(/\/+$/, "") : "";
        this.isFile = location.protocol === "file:";
        // Only the pages of a source without addresses of small images may show the photos themselves.
        const policy = document.querySelector("meta[http-equiv=Content-Security-Policy]")?.content ?? "";
        this.showsFiles = policy.includes(" file:");
        this.isInPlace = this.isFile && LocalLinks.folder(location.pathname) === this.directory;
    }

    /// The address of an entry's file or folder: beside a page that lies where it was made, in the mount for a copy of it;
    /// none where the browser lets no page reach files.
    to(entry, name = "") {
        if (!entry.href) return undefined;
        const isElsewhere = this.isFile && !this.isInPlace && entry.file && !name;
        return isElsewhere ? this.resolve(LocalLinks.encode(entry.file), "file:///") : this.resolved(entry.href + name);
    }

    /// The address of what lies at a path from the list's own folder.
    resolved(path) {
        if (!this.isFile) return undefined;
        return this.resolve(path, this.isInPlace ? location.href : `file://${LocalLinks.encode(this.directory)}/`);
    }

    resolve(reference, base) {
        try {
            const address = new URL(reference, base);
            return address.protocol === "file:" && !address.hostname ? address.href : undefined;
        } catch {
            return undefined;
        }
    }

    static encode(path) {
        return path.split("/").map(encodeURIComponent).join("/");
    }

    static folder(pathname) {
        try {
            return decodeURIComponent(pathname.slice(0, pathname.lastIndexOf("/")));
        } catch {
            return undefined;
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
