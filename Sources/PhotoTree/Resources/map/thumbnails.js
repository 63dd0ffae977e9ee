// The small pictures of photos: files of `.small/` beside this page, in the mount and in a handout. A line's is asked for
// when it has been on screen for a moment.

class Thumbnails {
    /// Milliseconds that a line has to be on screen.
    static moment = 150;
    static atOnce = 4;
    /// After so many that are not there, and none that is, this page lies elsewhere.
    static enough = 3;

    constructor(links) {
        this.links = links;
        this.isLost = !links.isFile;
        this.missed = 0;
        this.loaded = new Map();
        this.frames = new Map();
        this.timers = new Map();
        this.queue = [];
        this.running = 0;
        this.observer = new IntersectionObserver((changes) => changes.forEach((change) => this.seen(change)));
    }

    /// The address of a photo's small picture; nothing where this page has none beside it.
    address(entry) {
        if (this.isLost || !entry.isPhoto || !entry.href) return undefined;
        const name = entry.href.lastIndexOf("/") + 1;
        return this.links.resolved(`${entry.href.slice(0, name)}.small/${entry.href.slice(name)}`);
    }

    /// Whether the pictures of this page are beside it: undefined until one was asked for.
    note(isThere) {
        if (isThere) this.missed = -Infinity;
        else if (++this.missed >= Thumbnails.enough) this.isLost = true;
    }

    /// Puts the entry's picture into `frame`, in place of what is there, when that has been on screen for a moment.
    watch(frame, entry) {
        const known = this.loaded.get(entry);
        if (known) return this.put(frame, known);
        if (!this.address(entry)) return undefined;
        this.frames.set(frame, entry);
        this.observer.observe(frame);
        return undefined;
    }

    /// The lines are drawn anew.
    forget() {
        this.observer.disconnect();
        for (const timer of this.timers.values()) clearTimeout(timer);
        for (const table of [this.frames, this.timers]) table.clear();
        this.queue = [];
    }

    seen({ target, isIntersecting }) {
        clearTimeout(this.timers.get(target));
        this.timers.delete(target);
        this.queue = this.queue.filter((frame) => frame !== target);
        if (!isIntersecting) return;
        this.timers.set(target, setTimeout(() => {
            this.observer.unobserve(target);
            this.queue.push(target);
            this.ask();
        }, Thumbnails.moment));
    }

    ask() {
        while (this.running < Thumbnails.atOnce && this.queue.length) {
            const frame = this.queue.shift();
            const entry = this.frames.get(frame);
            const address = entry && this.address(entry);
            if (!address) continue;
            this.running += 1;
            const image = make("img", { alt: "", decoding: "async", className: "line-picture" });
            const done = (isThere) => {
                this.running -= 1;
                this.note(isThere);
                if (isThere) {
                    this.loaded.set(entry, image);
                    this.put(frame, image);
                }
                this.ask();
            };
            image.onload = () => done(true);
            image.onerror = () => done(false);
            image.src = address;
        }
    }

    put(frame, image) {
        frame.replaceChildren(image);
        frame.classList.add("pictured");
    }
}
