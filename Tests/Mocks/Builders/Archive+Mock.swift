package import Core
package import Foundation

extension Archive {
    /// Makes an archive with random marks, posts, sources and settings.
    ///
    /// Ids, dates and values are picked from a few, so that two archives overlap and often have equal dates.
    ///
    /// - Parameters:
    ///   - random: The source of randomness; a seeded one makes the same archive again.
    ///   - date: The archive's date.
    /// - Returns: The archive.
    package static func mock(from random: any RandomSource, date: Date = Date(timeIntervalSince1970: 1_700_000_000))
        -> Archive
    {
        let maker = ArchiveMaker(random: random)
        let statuses = maker.some(of: 8).map { maker.status($0) }
        let kept = statuses.filter { $0.isSaved || $0.isFavourite }.map(\.id.native)
        var archive = Archive(
            date: date, statuses: statuses, posts: kept.map { maker.post($0) },
            sources: maker.some(of: 6).map { maker.source($0) },
            settings: [SettingKey.pageSize, .nsfw, .blockedWords].filter { _ in maker.below(2) == 0 }
                .map { maker.setting($0) })
        archive.extras = maker.extras(of: kept)
        return archive
    }
}

/// A maker of an archive's records out of few values.
private struct ArchiveMaker {
    let random: any RandomSource

    func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    func date() -> Date { Date(timeIntervalSince1970: 1_690_000_000 + Double(below(6)) / 3) }

    /// Some of so many names.
    func some(of count: Int) -> [String] { (0..<count).map { "t3_\($0)" }.filter { _ in below(3) > 0 } }

    func status(_ native: String) -> PostStatus {
        var status = PostStatus(id: .mock(native))
        for _ in 0...below(4) {
            let changes: [StatusChange] = [
                .read(below(2) == 0), .saved(below(3) > 0), .favourite(below(2) == 0), .dismissed(below(2) == 0),
                .hidden(below(2) == 0), .vote([nil, .up, .down][below(3)]),
            ]
            status.apply(changes[below(changes.count)], at: date())
        }
        return status
    }

    func post(_ native: String) -> Post {
        var post = Post.mock(native, title: "Post \(native)")
        post.score = [nil, 1, 20][below(3)]
        post.commentCount = [nil, 3, 4][below(3)]
        post.text = [nil, "", "text", "more text", "also text", "[removed]", "[deleted]"][below(7)]
        post.author = [nil, "al", "maria", "[deleted]"][below(4)]
        post.isNSFW = [nil, false, true][below(3)]
        post.edited = [nil, .never, .atUnknownTime, .at(date())][below(4)]
        let link = ResourceLink.mock("/media/\(native)-\(below(2)).png")
        post.media = Media(kind: [.image, .removed][below(2)], source: below(2) == 0 ? nil : MediaSource(link: link))
        return post
    }

    /// The extra fields of some posts, whole objects and parts of them.
    func extras(of natives: [String]) -> [Post.ID: RawJSON] {
        var extras: [Post.ID: RawJSON] = [:]
        for native in natives where below(3) > 0 {
            let members = [
                ("ratio", ["0.970", "0.5", "null"]), ("flair", ["\"a\"", "\"long\"", "\"\\u00e9\""]),
                ("big", ["12345678901234567890", "7", "true"]), ("list", ["[1,{\"z\":null}]", "[]", "{}"]),
            ].filter { _ in below(3) > 0 }
            let texts = members.map { name, values in "\"\(name)\":\(values[below(3)])" }
            // What stands here is JSON.
            extras[.mock(native)] = try? RawJSON("{\(texts.joined(separator: ","))}")
        }
        return extras
    }

    func source(_ native: String) -> ArchivedSource {
        let name = native.replacing("t3", with: "Place")
        var source = ArchivedSource(
            id: SubscribedSource.ID(site: .demo, name: SourceName(.subreddit, name)), name: name, added: date(),
            position: Double(below(3)), isRemoved: below(3) == 0)
        source.changed = date()
        source.opened = below(2) == 0 ? nil : date()
        guard !source.isRemoved, below(2) == 0 else { return source }
        source.checked = date()
        source.state = ["verified", "unknown"][below(2)]
        source.title = [nil, "A place", "The place"][below(3)]
        source.subscribers = [nil, 5, 6][below(3)]
        return source
    }

    func setting(_ key: SettingKey) -> ArchivedSetting {
        let value: SettingValue =
            switch key {
            case .pageSize: .integer([10, 50, 100][below(3)])
            case .nsfw: .text(["covered", "shown", "hidden"][below(3)])
            default: .list([["one"], ["one", "two"], []][below(3)])
            }
        return ArchivedSetting(key, value, changed: date())
    }
}
