import Core
import Foundation

/// A pack as it is stored.
struct PackRecord: StoredRecord {
    /// The pack's id: its feed's key, and whether anybody asked for it.
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
    /// The texts of links of the site.
    let missing: [String]
    let stop: PackReport.Stop?
    let date: Date
    /// `nil` for none, and in packs that were stored before threads were told apart.
    let partialThreads: Int?

    static let schema = CollectionSchema<PackRecord>(name: "packs", indexes: [Index("date", \.seconds)])

    /// When it was asked for.
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

    /// The pack; `nil` where the words for its feed are none that are known here.
    var pack: StoredPack? {
        guard let source = FeedSource(source) else { return nil }
        let feed = Feed(
            storedKey: StoredPack.feedKey(of: id), site: Site(rawValue: site), source: source,
            sort: sort.map(FeedSort.init(rawValue:)), period: period.map(FeedPeriod.init(rawValue:)), account: account)
        let request = PackRequest(
            feed: feed, posts: count, includesComments: includesComments, includesMedia: includesMedia,
            maximumBytes: maximumBytes, maximumTime: maximumTime.map { .seconds($0) },
            needsFreeNetwork: needsFreeNetwork, isAutomatic: isAutomatic)
        var pack = StoredPack(request: request, date: date)
        pack.posts = posts
        pack.isListed = isListed
        pack.missing = missing.map { ResourceLink($0, on: feed.site) }
        pack.stop = stop
        pack.partialThreads = partialThreads ?? 0
        return pack
    }
}
