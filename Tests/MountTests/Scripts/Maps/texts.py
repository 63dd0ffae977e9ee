"""Takes pages of maps apart: those of hostile lists have the elements of an empty list's. Arguments: patterns of folders, as
JSON; the blank that a title has before its bracket; a heading that there is."""

import glob, html.parser, json, os, sys
class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.tags, self.blocks, self.inside = [], {}, None
        with open(path, 'rb') as file: self.feed(file.read().decode('utf-8'))
        self.close()
    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, attributes))
        self.inside = dict(attributes).get('id') if tag == 'script' else None
    def handle_endtag(self, tag):
        self.tags.append('/' + tag)
        self.inside = None
    def handle_comment(self, text): self.tags.append('comment ' + text)
    def handle_data(self, text):
        if self.inside: self.blocks[self.inside] = self.blocks.get(self.inside, '') + text
plain = Page('recents/map.html')
pages = [page for depth in json.loads(sys.argv[1]) for page in glob.glob(depth + '/map.html')]
pages.append(glob.glob('pins/1,2*')[0] + '/map.html')
titles, headings = set(), set()
for path in pages:
    page = Page(path)
    assert page.tags == plain.tags, path
    same = {name for name in page.blocks if page.blocks[name] == plain.blocks[name]}
    assert set(page.blocks) - same <= {'heading', 'collection'}, path
    with open(os.path.dirname(path) + '/map.geojson') as map:
        assert map.read() == page.blocks['collection'].lstrip('\n'), path
    features = json.loads(page.blocks['collection'])['features']
    titles |= {feature['properties']['title'] for feature in features}
    headings.add(json.loads(page.blocks['heading'])['title'])
    assert not any(mark in page.blocks['collection'] + page.blocks['heading'] for mark in '<\u2028\u2029')
for title in ['</script><script>alert(1)</script>', '<!--<script>', '\\u003c/script>', f'</SCRIPT{sys.argv[2]}>']:
    print(title in titles)
print(len(pages) > 12, sys.argv[3] in headings, '<!--<script>alert(1)<' in headings)
