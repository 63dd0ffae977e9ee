// Text and elements. What the source says is hostile until shown: it becomes text nodes and attribute values, never markup.

/// The element `name`; `parts` are its properties, `children` elements or texts.
function make(name, parts = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(parts)) {
        if (value === undefined || value === null) continue;
        if (key in element && key !== "role") element[key] = value;
        else element.setAttribute(key, value);
    }
    element.append(...children.filter((child) => child !== undefined && child !== null));
    return element;
}

/// A text of the source's in an element of its own, so that its direction of writing ends where it ends.
function foreign(name, text, className) {
    return make(name, { className, dir: "auto", textContent: text });
}

/// The beginning of a text, on one line, cut between words where that loses little.
function firstWords(text, limit) {
    const characters = Array.from(oneLine(text).slice(0, 4 * limit));
    if (characters.length <= limit) return characters.join("");
    const start = characters.slice(0, limit).join("");
    const blank = start.lastIndexOf(" ");
    return (blank > start.length / 2 ? start.slice(0, blank) : start) + "…";
}

function oneLine(text) {
    return typeof text === "string" ? text.replace(/\s+/g, " ").trim() : "";
}

function count(number, one, many) {
    return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

/// "2019-05-12T09:30:00Z" as "12 May 2019"; less exact dates as they are.
function day(text) {
    const match = /^(\d{4})-(\d\d)-(\d\d)/.exec(oneLine(text));
    if (!match) return firstWords(text, 30);
    const date = new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])));
    if (Number.isNaN(date.getTime())) return match[0];
    return date.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
}

/// What a data block of the page holds; `otherwise` where that is no JSON.
function embedded(id, otherwise) {
    try {
        return JSON.parse(document.getElementById(id).textContent);
    } catch {
        return otherwise;
    }
}

/// An icon of strokes on a grid of 24.
function icon(path) {
    const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
    line.setAttribute("d", path);
    drawing.setAttribute("viewBox", "0 0 24 24");
    drawing.setAttribute("class", "icon");
    drawing.setAttribute("aria-hidden", "true");
    drawing.append(line);
    return drawing;
}

const icons = {
    close: "M6 6l12 12M18 6L6 18",
    // Only of what leaves for another site.
    away: "M7 17L17 7M9 7h8v8",
    find: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l4.5 4.5",
    map: "M9 5L4 7v12l5-2 6 2 5-2V5l-5 2-6-2zM9 5v12M15 7v12",
    photo: "M4 5.5h16v13H4zM4 16l5-5 4 4 2.5-2.5L20 17M15.5 9.5h.01",
    next: "M9 6l6 6-6 6",
    previous: "M15 6l-6 6 6 6",
    all: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
    pin: "M12 21c4-4.6 6-8 6-10.8A6 6 0 0 0 6 10.2C6 13 8 16.4 12 21zM12 7.5v5M9.5 10h5",
};
