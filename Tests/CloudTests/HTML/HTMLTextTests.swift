import Cloud
import Testing

/// HTML as text without marks.
struct HTMLTextTests {
    @Test(arguments: [
        ("", ""), ("a  b\n c", "a b c"), ("<p>a<p>b", "a\n\nb"), ("a<br>b<br/>c", "a\nb\nc"),
        ("<i>a</i> <b>b</b>", "a b"), ("&lt;p&gt; &amp;amp; &#x27;&#39;", "<p> &amp; ''"),
        ("<ul><li>a<li>b</ul>c", "- a\n- b\n\nc"), ("<blockquote><p>a</p></blockquote>b", "a\n\nb"),
        ("<pre><code>  a\n\n    b &lt; c\n</code></pre>d", "  a\n\n    b < c\n\nd"),
        ("<script>x</script>a <unknown>b", "xa b"), ("a < b > c", "a < b > c"), ("a<b", "a"),
        ("<table><tr><td>a<td>b<tr><td>c</table>", "a b\nc"),
    ])
    func textIsWhatIsShown(html: String, text: String) {
        #expect(HTMLText.plain(html) == text)
    }

    @Test(arguments: [
        (#"<a href="https://a.example/b">https://a.example/b</a>"#, "https://a.example/b"),
        (#"<a href="https://a.example/bcd">https://a.exa...</a>"#, "https://a.example/bcd"),
        (#"<a href="https://a.example/bcd">https://a.exa…</a>!"#, "https://a.example/bcd!"),
        (#"See <a href="https://a.example/">the page</a>."#, "See the page (https://a.example/)."),
        (#"<a href="/x"></a>"#, "/x"), (#"<a>b</a>"#, "b"), (#"<a href="">b</a>"#, "b"),
        (#"<a href="/x">b<p>c"#, "b (/x)\n\nc"), (#"<a href="/x">b"#, "b (/x)"),
    ])
    func aLinkIsWrittenAsWhereItLeads(html: String, text: String) {
        #expect(HTMLText.plain(html) == text)
    }

    @Test func theSameIsMarkdown() {
        #expect(HTMLText.markdown(#"<p><i>a</i> <a href="/x">b</a></p><ul><li>c</ul>"#) == "*a* [b](/x)\n\n- c")
    }

    @Test func entitiesAreDecodedOnce() {
        #expect(HTMLText.decodingEntities("Q&amp;A &amp;lt; &nothing; & <b>") == "Q&A &lt; &nothing; & <b>")
    }

    @Test func hostileTextTakesNoLongTime() {
        let text = HTMLText.plain(String(repeating: "<a href=x><pre><p>", count: 20_000) + "end")
        #expect(text.hasSuffix("end"))
    }
}
