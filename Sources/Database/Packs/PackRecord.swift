import Core
import Foundation

/// The stored record of a pack.
struct PackRecord: StoredRecord {
    /// The pack's id.
    let id: String
    let site: String
    let account: String?
    let source: String
    let sort: String?
    let period: String?
    let count: Int
    let includesComments: Bool
    let includesMedia: Bool
    let maximumBytes: Int
    /// In seconds.
    let maximumTime: Double?
    let needsFreeNetwork: Bool
    let isAutomatic: Bool
    let posts: [Post.ID]
    let isListed: Bool
    /// The texts of the links that are skipped.
    let missing: [String]
    let stop: PackReport.Stop?
    let date: Date
    /// The number of partial threads; `nil` for none, and in records of earlier versions.
    let partialThreads: Int?

    /// The index key: the date of the request.
    var seconds: Double { date.timeIntervalSince1970 }

    init(_ pack: StoredPack) {
        let (request, feed) = (pack.request, pack.request.feed)
        id = pack.id
        site = feed.site.rawValue
        account = feed.account
        source = feed.source.description
        sort = feed.sort?.rawValue
        period = feed.period?.rawValue
        count = request.posts
        includesComments = request.includesComments
        includesMedia = request.includesMedia
        maximumBytes = request.maximumBytes
        maximumTime = request.maximumTime.map { $0 / .seconds(1) }
        needsFreeNetwork = request.needsFreeNetwork
        isAutomatic = request.isAutomatic
        posts = pack.posts
        isListed = pack.isListed
        missing = pack.missing.map(\.text)
        stop = pack.stop
        date = pack.date
        partialThreads = pack.partialThreads == 0 ? nil : pack.partialThreads
    }

    /// The pack; `nil` where its feed is unknown here.
    var pack: StoredPack? {
        guard let source = FeedSource(source) else { return nil }
        let feed = Feed(
            site: Site(rawValue: site), source: source, storedSort: sort, storedPeriod: period, account: account)
        var request = PackRequest(
            feed: Feed(feed, storedKey: StoredPack.feedKey(of: id)), posts: count, includesComments: includesComments,
            includesMedia: includesMedia, maximumBytes: maximumBytes)
        request.maximumTime = maximumTime.map { .seconds($0) }
        request.needsFreeNetwork = needsFreeNetwork
        request.isAutomatic = isAutomatic
        var pack = StoredPack(request: request, date: date)
        pack.posts = posts
        pack.isListed = isListed
        pack.missing = missing.map { ResourceLink($0, on: feed.site) }
        pack.stop = stop
        pack.partialThreads = partialThreads ?? 0
        return pack
    }
}
