"""Titles and descriptions that try to be more than text."""

ATTACKED = "window.attacks = []; window.attacked = (what) => window.attacks.push(what);"


def check_hostile_texts_are_shown_and_do_nothing(world):
    with world.browser() as browser:
        browser.cdp("Page.addScriptToEvaluateOnNewDocument", {"source": ATTACKED})
        browser.open(world.root / "hostile" / "map.html")
        browser.wait("return document.querySelector('.marker, .cluster')")
        scripts = browser.count("script")
        for line in range(1, browser.count(".line") + 1):
            browser.pointer(f".line:nth-child({line}) .line-button")
            browser.wait("return document.querySelector('.popup .callout')")
            browser.pointer(".popup .callout-title")
            browser.press("Escape")
            browser.wait("return !document.querySelector('.callout')")
        assert browser.run("return window.attacks") == []
        browser.quiet()
        assert browser.count("script") == scripts and browser.count(".callout img, #list img, #list script") == 0
        assert browser.text("#title").startswith("</title>")
        titles = browser.run("return [...document.querySelectorAll('.line-title')].map((it) => it.textContent)")
        for text in ["<img src=x onerror=attacked('image')>", "</script><script>attacked('script')</script>",
                     "<!--<script>attacked('comment')", "{{script}}{{data}}", "`${attacked('template')}`",
                     "&lt;b&gt; &amp; &#x3c;script&#x3e;"]:
            assert text in titles, text
        assert max(map(len, titles)) <= 301


def check_only_addresses_of_the_web_become_links(world):
    with world.browser() as browser:
        browser.open(world.root / "hostile" / "map.html")
        found = set()
        for line in range(1, browser.count(".line") + 1):
            browser.click(f".line:nth-child({line}) .line-button")
            browser.wait("return document.querySelector('.popup .callout')")
            found |= set(browser.run("""
                return [...document.querySelectorAll('.callout a')].filter((it) => !it.href.startsWith('file:'))
                    .map((it) => it.getAttribute('href'));
            """))
            browser.press("Escape")
            browser.wait("return !document.querySelector('.callout')")
        assert found == {
            "https://user@www.example.org/%22onclick=%22attacked('link')", "https://example.org/%3Cscript%3E"}, found
        assert browser.run("return [...document.links].every((it) => ['https:', 'file:'].includes(it.protocol))")


def check_the_policy_stops_what_would_slip_through(world):
    with world.browser() as browser:
        browser.cdp("Page.addScriptToEvaluateOnNewDocument", {"source": ATTACKED})
        browser.open(world.root / "annecy" / "map.html")
        browser.run("""
            const slip = (markup) => document.body.insertAdjacentHTML('beforeend', markup);
            slip('<img src="data:," onerror="attacked(1)"><b id="b" onclick="attacked(2)">b</b>');
            const script = document.createElement('script');
            script.textContent = 'attacked(3)';
            document.body.append(script);
            document.getElementById('b').click();
            slip('<style>#title { color: rgb(1, 2, 3) }</style>');
            slip('<iframe src="data:text/html,x"></iframe><base href="https://evil.example/">');
        """)
        blocked = browser.call("POST", "/execute/async", {"args": [], "script": """
            const done = arguments[0];
            fetch('https://evil.example/').then(() => done('sent'), () => done('refused'));
        """})
        assert blocked == "refused"
        assert browser.run("return window.attacks") == []
        assert browser.run("return getComputedStyle(document.getElementById('title')).color") != "rgb(1, 2, 3)"
        assert browser.run("return document.baseURI") == browser.run("return location.href")
        complaints = [text for text in browser.console() if "Content Security Policy" in text]
        assert len(complaints) >= 5, complaints
