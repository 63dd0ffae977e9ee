// The switch between street, satellite, hybrid and outline, and who is to be thanked for what is shown.

class Layers {
    static names = { street: "Street", satellite: "Satellite", hybrid: "Hybrid", outline: "Outline" };

    /// `changed(name)` is told of a layer that was chosen.
    constructor(map, layers, changed) {
        this.map = map;
        this.changed = changed;
        this.given = Object.fromEntries(layers.map((layer) => [layer.kind, layer]));
        this.shown = [];
        this.credits = this.corner("bottomright", make("div", { className: "credits" }));
        this.said = make("p", { className: "no-tiles", role: "status" });
        map.getContainer().append(this.said);
        const names = ["street", "satellite", "hybrid"].filter((name) => this.kinds(name).every((kind) => this.given[kind]));
        this.names = [...names, "outline"];
        const choices = this.names.map((name) => this.choice(name));
        const group = make("fieldset", { className: "layers" }, make("legend", { textContent: "Map layer" }), ...choices);
        if (this.names.length > 1) this.corner("topright", group);
    }

    /// The tiles that a layer is made of, the lower first.
    kinds(name) {
        return { street: ["street"], satellite: ["satellite"], hybrid: ["satellite", "labels"], outline: [] }[name];
    }

    choice(name) {
        const input = make("input", { type: "radio", name: "layer", value: name, onchange: () => {
            this.show(name);
            this.changed(name);
        } });
        return make("label", {}, input, make("span", { textContent: Layers.names[name] }));
    }

    /// Shows a layer; the first there is where there is none of that name.
    show(wanted) {
        const name = this.names.includes(wanted) ? wanted : this.names[0];
        this.shown.forEach((layer) => layer.remove());
        this.loaded = 0;
        this.refused = 0;
        this.shown = this.kinds(name).map((kind) => this.tiles(this.given[kind]).addTo(this.map));
        for (const input of document.querySelectorAll("input[name=layer]")) input.checked = input.value === name;
        this.name = name;
        this.credit();
    }

    tiles(layer) {
        const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
        const inverted = isDark && layer.kind === "street" && !layer.dark;
        const tiles = L.tileLayer((isDark && layer.dark) || layer.template, {
            subdomains: layer.subdomains.length ? layer.subdomains : [""],
            maxNativeZoom: layer.maxZoom,
            maxZoom: 19,
            zIndex: layer.kind === "labels" ? 2 : 1,
            className: inverted ? "tiles-inverted" : "",
            // A refused tile stays empty, and the outline shows through.
            errorTileUrl: "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
        });
        tiles.on("tileloadstart", ({ tile }) => {
            tile.referrerPolicy = "no-referrer";
            // Between two zooms browsers leave hairlines between tiles that only touch.
            if (this.map.getZoom() % 1) tile.style.width = tile.style.height = "257px";
        });
        tiles.on("tileload", ({ tile }) => { if (!tile.src.startsWith("data:")) this.count("loaded"); });
        tiles.on("tileerror", () => this.count("refused"));
        return tiles;
    }

    count(what) {
        this[what] += 1;
        if (this[what] === 1) this.credit();
    }

    credit() {
        const isEmpty = this.refused > 0 && this.loaded === 0;
        this.said.textContent = isEmpty ? "No map came: this is the built-in outline." : "";
        const parts = [];
        for (const kind of isEmpty ? [] : this.kinds(this.name)) {
            const { terms, attribution } = this.given[kind];
            parts.push(outward(terms, attribution));
        }
        if (isEmpty || this.name === "outline") parts.push(outward("https://www.naturalearthdata.com/", "Natural Earth"));
        parts.push(outward("https://leafletjs.com/", "Leaflet"));
        this.credits.replaceChildren(...parts.flatMap((part, index) => (index ? [" · ", part] : [part])));
        this.map.getContainer().classList.toggle("without-tiles", isEmpty || this.name === "outline");
    }

    corner(position, element) {
        const control = L.control({ position });
        control.onAdd = () => {
            L.DomEvent.disableClickPropagation(element);
            L.DomEvent.disableScrollPropagation(element);
            return element;
        };
        control.addTo(this.map);
        return element;
    }
}
