// A right click, a long press or the button with the pin: the line that drops a pin there.

/// The name of the folder that is a pin there.
function pinName({ lat, lng }, zoom) {
    const digits = zoom > 15 ? 5 : 4;
    const plain = (value) => String(Number(value.toFixed(digits)) || 0);
    const latitude = Math.max(-90, Math.min(90, lat));
    return `${plain(latitude)},${plain(wrapped(lng))}`;
}

/// The words of a shell's command.
function pinLine(pins, name) {
    return `mkdir ${shellWord(`${pins.replace(/\/+$/, "")}/${name}`)}`;
}

/// A text with a button that copies it; `said` tells that it did.
function copied(className, text, label, said) {
    const code = make("code", { className: `pin-text ${className}`, tabIndex: 0 }, text);
    const press = () => copyText(code, said);
    const copy = make("button", { type: "button", className: "action", "aria-label": label, onclick: press }, "Copy");
    return make("div", { className: "pin-copy" }, code, copy);
}

/// `link` has placesfs drop the pin.
function pinCallout(pins, name, link, close) {
    const title = make("h2", { className: "callout-title", id: "pin-title" }, "Drop a pin here");
    const said = make("span", { className: "pin-said", role: "status" });
    const words = (text) => make("p", { className: "callout-words" }, text);
    return make(
        "article", { className: "callout pin", tabIndex: -1, "aria-labelledby": title.id }, closer(close),
        make(
            "div", { className: "callout-text" }, title,
            make("p", { className: "callout-words" }, make("a", { className: "action primary", href: link }, "Drop the pin")),
            words("Or in a file manager: New Folder in pins, with this name."),
            copied("pin-name", name, "Copy the folder's name", said),
            words("Or in a shell:"), copied("pin-line", pinLine(pins, name), "Copy the line", said),
            words("The folder fills with photos taken nearby."), said));
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
