import Core
import Foundation

extension InMemoryPostStore {
    mutating func evict(_ ids: [Post.ID]) -> (EvictionReceipt, StoredChange?) {
        var receipt = EvictionReceipt()
        for id in ids.withoutRepetitions() {
            if posts[id] == nil {
                receipt.unknown.append(id)
            } else if let reason = keepingReason(of: id) {
                receipt.kept.append(EvictionReceipt.Kept(id, reason: reason))
            } else {
                receipt.evicted.append(id)
            }
        }
        let gone = Set(receipt.evicted)
        guard !gone.isEmpty else {
            receipt.version = version
            return (receipt, nil)
        }
        for id in gone { (posts[id], packed[id], extras[id]) = (nil, nil, nil) }
        forgetConfirmed(gone.map { .post($0) })
        let touched = feeds.filter { $0.value.order.ids.contains(where: gone.contains) }
        for (key, stored) in touched { feeds[key] = stored.without(gone) }
        version += 1
        receipt.version = version
        return (receipt, StoredChange(feeds: Set(touched.keys), posts: gone, version: version))
    }
}

extension InMemoryPostStore.StoredOrder {
    /// Returns the rest of the feed; `nil` for nothing, and then it is as if it had never been fetched.
    fileprivate func without(_ gone: Set<Post.ID>) -> Self? {
        var left = self
        left.order.evict(gone)
        guard !left.order.runs.isEmpty else { return nil }
        if left.order.first == nil { left.revision = nil }
        // Where it begins is not known any more.
        if left.order.first == nil, left.order.headEnd == nil { left.refreshedAt = nil }
        return left
    }
}
