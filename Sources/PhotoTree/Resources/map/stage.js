// Where a callout is shown: on the map, beside what it tells of; in a panel over the page that scrolls, where the window is
// too low for that.

class Stage {
    static low = matchMedia("(max-height: 450px)");
    static narrow = matchMedia("(max-width: 45rem)");

    /// `closed(subject)` is told of a callout that nobody closed by `close()`.
    constructor(map, closed) {
        this.map = map;
        this.closed = closed;
        this.panel = make("aside", { id: "panel", hidden: true });
        document.body.append(this.panel);
        this.popup = L.popup({ className: "popup", closeButton: false, closeOnEscapeKey: false });
        map.on("popupclose", ({ popup }) => { if (popup === this.popup && !this.isBusy) this.left(); });
        map.on("click", () => { if (!this.panel.hidden) this.left(); });
        map.on("resize", () => { if (this.shown) this.put(); });
        Stage.low.addEventListener("change", () => { if (this.shown) this.put(); });
    }

    /// `lift` is how far above the position the callout's tip is, in pixels.
    show(subject, content, position, lift = 0) {
        this.take();
        this.shown = { subject, content, position, lift };
        this.put();
        content.focus({ preventScroll: true });
    }

    close() {
        this.take();
        this.shown = undefined;
    }

    /// The callout's height changed.
    update() {
        if (this.shown && this.map.hasLayer(this.popup)) this.keepingFocus(() => this.popup.update());
    }

    put() {
        const { content, position, lift } = this.shown;
        this.keepingFocus(() => {
            this.take();
            this.map.getContainer().classList.add("with-callout");
            if (Stage.low.matches) {
                this.panel.replaceChildren(content);
                this.panel.hidden = false;
                this.panel.scrollTop = 0;
                this.uncover(position);
            } else {
                Object.assign(this.popup.options, this.room(), { offset: [0, 7 - lift] });
                this.popup.setLatLng(position).setContent(content).openOn(this.map);
            }
        });
    }

    take() {
        this.isBusy = true;
        this.map.closePopup(this.popup);
        this.isBusy = false;
        this.panel.hidden = true;
        this.panel.replaceChildren();
        this.map.getContainer().classList.remove("with-callout");
    }

    left() {
        const { subject } = this.shown ?? {};
        this.close();
        if (subject) this.closed(subject);
    }

    keepingFocus(change) {
        const held = document.activeElement;
        const isInside = this.shown.content.contains(held);
        change();
        if (isInside && document.activeElement !== held) held.focus({ preventScroll: true });
    }

    /// What a callout may take of the map: not what stands at its edges, which is drawn above it.
    room() {
        const size = this.map.getSize();
        const isNarrow = Stage.narrow.matches;
        const [left, top, side] = isNarrow ? [16, 10, 16] : [64, 60, 16];
        const credits = this.map.getContainer().querySelector(".credits")?.offsetHeight ?? 20;
        const bottom = credits + 20;
        const width = Math.max(160, Math.min(300, size.x - left - side - 4));
        return {
            minWidth: width, maxWidth: width, maxHeight: Math.max(120, size.y - top - bottom - 28),
            autoPanPaddingTopLeft: [left, top], autoPanPaddingBottomRight: [side, bottom],
        };
    }

    /// Moves the map so that what is told of is not under the panel.
    uncover(position) {
        const map = this.map.getContainer().getBoundingClientRect();
        const panel = this.panel.getBoundingClientRect();
        const covered = Math.max(0, map.right - Math.max(panel.left, map.left));
        // Where the panel is as wide as the map there is no place beside it.
        if (covered > map.width - 60) return;
        this.map.panInside(position, {
            paddingTopLeft: [Math.min(66, (map.width - covered) / 3), 30], paddingBottomRight: [covered + 30, 30], animate: !isCalm(),
        });
    }
}
