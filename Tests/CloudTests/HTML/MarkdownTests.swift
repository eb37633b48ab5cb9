import Testing

@testable import Cloud

struct MarkdownTests {
    private func markdown(_ html: String) -> String? {
        RedditFeedContent(#"<div class="md">\#(html)</div>"#).text
    }

    @Test(arguments: [
        ("<p>a</p>\n\n<p>b</p>\n", "a\n\nb"), ("<p>a  b\n c</p>", "a b c"), ("<p>a<br/>\nb</p>", "a  \nb"),
        ("<p><strong>a</strong> <em>b</em> <del>c</del> <code>d</code></p>", "**a** *b* ~~c~~ `d`"),
        (#"<p><a href="https://a.com/?x=1&amp;y=2">label</a></p>"#, "[label](https://a.com/?x=1&y=2)"),
        (#"<p><a href="https://a.com">https://a.com</a></p>"#, "https://a.com"),
        (#"<p><a href="/r/x"><strong>b</strong></a> c</p>"#, "[**b**](/r/x) c"), ("<p><a>no href</a></p>", "no href"),
        ("<p>x</p><ul>\n<li>a</li>\n<li><p>b</p></li>\n</ul>\n<p>c</p>", "x\n\n- a\n- b\n\nc"),
        ("<ol><li>a</li><li>b<ul><li>c</li><li>d</li></ul></li><li>e</li></ol>", "1. a\n2. b\n   - c\n   - d\n3. e"),
        ("<blockquote>\n<p>a</p>\n\n<p>b</p>\n</blockquote>\n<p>c</p>", "> a\n\n> b\n\nc"),
        ("<ul><li><blockquote><p>a</p></blockquote></li></ul>", "- > a"),
        ("<pre><code>let a = 1\n  &lt;b&gt;\n</code></pre>", "    let a = 1\n      <b>"),
        ("<h1>a</h1><h3>b</h3><hr/><p>c</p>", "# a\n\n### b\n\n---\n\nc"),
        ("<table><tr><th>a</th><th>b</th></tr><tr><td>c</td><td>d</td></tr></table>", "a | b\n\nc | d"),
        (#"<p><span class="md-spoiler-text">a</span><sup>b</sup></p>"#, "ab"), ("", ""), ("   \n ", ""),
        ("<p>a &amp;amp; &amp;lt;b&amp;gt; &#39;c&#39; &#x27;</p>", "a &amp; &lt;b&gt; 'c' '"),
        (
            "<p>1 < 2 & 3 &unknown; &#; &#xZZ; &#0; &#1114112; &#+65;</p>",
            "1 < 2 & 3 &unknown; &#; &#xZZ; \u{FFFD} \u{FFFD} &#+65;"
        ),
        ("<p>a<!-- <p>no</p> -->b</p>", "ab"), ("<li>a</li><p>b", "a\n\nb"), ("</p></ul></blockquote></a>a", "a"),
        ("<div><p>a</p></div><p>b</p>", "a\n\nb"), ("a<", "a<"), ("a<x", "a"), (#"a<a href="x"#, "a"),
        ("<P>A</P><P>B</P>", "A\n\nB"), ("<p class=x data-y='1' checked>a</p>", "a"),
    ])
    func aTextIsTurnedBackIntoMarkdown(_ html: String, _ expected: String) {
        // What is cut swallows the end of the text as well.
        #expect(markdown(html) == expected)
    }

    @Test func nestingWithoutEndIsHarmless() throws {
        let depth = 50_000
        let html = String(repeating: "<blockquote><ul><li><a href='x'>", count: depth) + "a"
        let text = try #require(markdown(html))
        #expect(text.hasSuffix("a") && text.utf8.count < 200)
        let closed = html + String(repeating: "</a></li></ul></blockquote>", count: depth) + "<p>b</p>"
        #expect(markdown(closed)?.hasSuffix("\n\nb") == true)
    }

    @Test func aTextWithoutAnEndIsATextAllTheSame() {
        #expect(RedditFeedContent(#"<div class="md"><p>a"#).text == "a")
        #expect(RedditFeedContent(#"<div class="other"><p>a</p></div>"#).text == nil)
        #expect(RedditFeedContent(#"<div class="x md">a</div><div class="md">b</div>"#).text == "a")
    }

    @Test func theLinkIsTheLastThatIsCalledSo() {
        let content = RedditFeedContent("<a href='/a'>[link]</a><a href='/b'> [link] </a><a href='/c'>[comments]</a>")
        #expect(content.link == "/b" && content.text == nil && content.image == nil)
    }
}
