// A right click, a long press or the button with the pin: the line that drops a pin there.

/// The words of a shell's command; the path quoted so that the shell reads it as one word, whatever it holds.
function pinLine(pins, { lat, lng }, zoom) {
    const digits = zoom > 15 ? 5 : 4;
    const plain = (value) => String(Number(value.toFixed(digits)) || 0);
    const latitude = Math.max(-90, Math.min(90, lat));
    const path = `${pins.replace(/\/+$/, "")}/${plain(latitude)},${plain(wrapped(lng))}`;
    return `mkdir '${path.replaceAll("'", "'\\''")}'`;
}

function pinCallout(line, close) {
    const title = make("h2", { className: "callout-title", id: "pin-title" }, "Drop a pin here");
    const words = make("p", { className: "callout-words" }, "Run this, and the folder fills with photos taken nearby:");
    const code = make("code", { className: "pin-line", tabIndex: 0 }, line);
    const said = make("span", { className: "pin-said", role: "status" });
    const press = () => copyText(code, said);
    const copy = make("button", { type: "button", className: "action primary", onclick: press }, "Copy");
    return make(
        "article", { className: "callout", tabIndex: -1, "aria-labelledby": title.id }, closer(close),
        make("div", { className: "callout-text" }, title, words, code),
        make("div", { className: "callout-actions" }, copy, said));
}

/// Tells of a finger that stays where it is on the bare map; not every browser makes a right click of that.
function onLongPress(map, press) {
    const container = map.getContainer();
    let timer;
    let start;
    const stop = () => clearTimeout(timer);
    container.addEventListener("pointerdown", (event) => {
        stop();
        const isBare = !event.target.closest(".leaflet-control, .leaflet-popup, .leaflet-marker-icon");
        if (event.pointerType !== "touch" || !event.isPrimary || !isBare) return;
        start = event;
        timer = setTimeout(() => press(map.mouseEventToLatLng(start)), 600);
    });
    container.addEventListener("pointermove", (event) => {
        if (start && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > 8) stop();
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) container.addEventListener(end, stop);
    map.on("movestart", stop);
}

/// A file's page may be refused the clipboard; what is selected can be copied by hand.
async function copyText(element, said) {
    try {
        await navigator.clipboard.writeText(element.textContent);
        said.textContent = "Copied";
    } catch {
        const selection = getSelection();
        selection.selectAllChildren(element);
        said.textContent = document.execCommand("copy") ? "Copied" : "Selected: press Ctrl+C";
    }
}
