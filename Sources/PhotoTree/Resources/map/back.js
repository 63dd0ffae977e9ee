// What the browser's own history keeps of this page, for who leaves it for a photo and comes back.

class Return {
    constructor() {
        const isReturn = performance.getEntriesByType("navigation")[0]?.type === "back_forward";
        const kept = history.state;
        this.kept = isReturn && kept && typeof kept === "object" ? kept : {};
    }

    keep(more) {
        Object.assign(this.kept, more);
        clearTimeout(this.timer);
        // Browsers let a page write this only so often.
        this.timer = setTimeout(() => this.write(), 200);
    }

    write() {
        clearTimeout(this.timer);
        try {
            history.replaceState(this.kept, "");
        } catch {
            // Without it the page begins anew.
        }
    }
}
