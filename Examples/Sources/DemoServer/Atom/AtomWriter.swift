import Foundation

/// Writes a feed as XML.
enum AtomWriter {
    static func data(from feed: AtomFeed, base: String) -> Data {
        let head = #"<?xml version="1.0" encoding="UTF-8"?>"#
        if case .noFeed = feed.damage {
            return Data((head + "<note>" + text("Nothing is fed here today.") + "</note>").utf8)
        }
        var xml = head
        xml += #"<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">"#
        if let community = feed.community { xml += category(community) }
        xml += "<updated>\(date(feed.updated))</updated><icon>\(base)/thumbnails/lanternnews.png</icon>"
        xml += "<id>\(text(feed.id))</id>"
        xml += #"<link rel="self" href="\#(text(feed.ownLink))" type="application/atom+xml" />"#
        xml += #"<link rel="alternate" href="\#(text(feed.pageLink))" type="text/html" />"#
        if let subtitle = feed.subtitle { xml += "<subtitle>\(text(subtitle))</subtitle>" }
        xml += "<title>\(text(feed.title))</title>"
        if case .noEntries = feed.damage {
            xml += "none today"
        } else {
            for (index, entry) in feed.entries.enumerated() {
                xml += isCorrupt(index, in: feed) ? corruptEntry : self.entry(entry, base: base)
            }
        }
        return Data((xml + "</feed>").utf8)
    }

    private static func isCorrupt(_ index: Int, in feed: AtomFeed) -> Bool {
        guard case .corruptEntry(let wanted) = feed.damage else { return false }
        return index == min(max(0, wanted), feed.entries.count - 1)
    }

    private static func entry(_ entry: AtomFeed.Entry, base: String) -> String {
        var xml = "<entry>"
        if let author = entry.author {
            xml += "<author><name>/u/\(text(author))</name><uri>\(base)/user/\(text(author))</uri></author>"
        }
        if let community = entry.community { xml += category(community) }
        xml += #"<content type="html">\#(text(entry.html))</content><id>\#(text(entry.id))</id>"#
        if let thumbnail = entry.thumbnail { xml += #"<media:thumbnail url="\#(text(thumbnail))" />"# }
        xml += #"<link href="\#(text(entry.link))" /><updated>\#(date(entry.updated))</updated>"#
        if let published = entry.published { xml += "<published>\(date(published))</published>" }
        return xml + "<title>\(text(entry.title))</title></entry>"
    }

    /// Well-formed, and of no use to anyone.
    private static let corruptEntry = """
        <entry><author><nom>/u/</nom></author><content type="html">&lt;div</content><id></id><link />\
        <updated>yesterday</updated><published>42</published><title><b>a title</b> in parts</title></entry>
        """

    private static func category(_ community: String) -> String {
        #"<category term="\#(text(community))" label="r/\#(text(community))"/>"#
    }

    static func date(_ seconds: Int) -> String {
        Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601).replacing("Z", with: "+00:00")
    }

    /// A text as XML, without what XML 1.0 has no way to say.
    static func text(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\t", "\n", "\r": result.unicodeScalars.append(scalar)
            case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": break
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
