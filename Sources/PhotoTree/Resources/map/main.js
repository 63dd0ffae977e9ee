document.getElementById("title").textContent = JSON.parse(document.getElementById("heading").textContent).title;
