/// A map in the order of its keys, whose copies share what they have in common.
///
/// Copying costs nothing; finding, changing and asking for the next key take the logarithm of the count, also where
/// somebody else keeps a copy from before.
package struct SortedMap<Key: Comparable & Sendable, Value: Sendable>: Sendable {
    /// A node of a tree that is balanced by its counts; it never changes.
    fileprivate final class Node: Sendable {
        let item: Item
        let left: Node?
        let right: Node?
        let count: Int

        init(_ left: Node?, _ item: Item, _ right: Node?) {
            self.item = item
            self.left = left
            self.right = right
            count = (left?.count ?? 0) + 1 + (right?.count ?? 0)
        }
    }

    /// A key and its value, which nodes share.
    fileprivate final class Item: Sendable {
        let key: Key
        let value: Value

        init(_ key: Key, _ value: Value) {
            self.key = key
            self.value = value
        }
    }

    fileprivate var root: Node?

    /// Creates a map without keys.
    package init() {}

    /// Creates a map of many keys at once, in O(*n*) and the time of sorting.
    ///
    /// - Parameter pairs: The keys with their values, in any order; of equal keys the last one counts.
    package init(_ pairs: [Element]) {
        // Items are sorted, as moving large values takes longer.
        let sorted = pairs.map { Item($0.key, $0.value) }.enumerated().sorted { left, right in
            if left.element.key < right.element.key { return true }
            return !(right.element.key < left.element.key) && left.offset < right.offset
        }
        var items: [Item] = []
        items.reserveCapacity(sorted.count)
        for (_, item) in sorted {
            if let last = items.last, !(last.key < item.key) { items.removeLast() }
            items.append(item)
        }
        root = Self.tree(of: items[...])
    }

    /// The number of keys.
    package var count: Int { root?.count ?? 0 }
    /// Whether there is no key.
    package var isEmpty: Bool { root == nil }
    /// All keys, in order.
    ///
    /// O(*n*).
    package var keys: [Key] { map { $0.key } }
    /// All values, in the order of their keys.
    ///
    /// O(*n*).
    package var values: [Value] { map { $0.value } }

    /// The value of a key; setting `nil` removes the key.
    package subscript(key: Key) -> Value? {
        get {
            // One comparison at each node, and one at the end.
            var node = root
            var found: Item?
            while let current = node {
                if current.item.key < key {
                    node = current.right
                } else {
                    found = current.item
                    node = current.left
                }
            }
            return found.flatMap { key < $0.key ? nil : $0.value }
        }
        set {
            if let newValue {
                root = Self.inserting(Item(key, newValue), into: root)
            } else if self[key] != nil {
                root = Self.removing(key, from: root)
            }
        }
    }

    /// The first key with its value.
    package var first: Element? { Self.least(root).map { ($0.item.key, $0.item.value) } }

    /// The last key with its value.
    package var last: Element? {
        var node = root
        while let next = node?.right { node = next }
        return node.map { ($0.item.key, $0.item.value) }
    }

    /// The first key behind another one, which need not be there.
    package func first(after key: Key) -> Element? {
        var node = root
        var found: Node?
        while let current = node {
            if key < current.item.key {
                found = current
                node = current.left
            } else {
                node = current.right
            }
        }
        return found.map { ($0.item.key, $0.item.value) }
    }
}

extension SortedMap: Sequence {
    package typealias Element = (key: Key, value: Value)

    /// Goes over a map, or the rest of it, in the order of the keys.
    package struct Iterator: IteratorProtocol, Sequence {
        /// The nodes whose own item and right side are still to come, the next one last.
        fileprivate var path: [Node] = []

        fileprivate mutating func descend(_ node: Node?) {
            var node = node
            while let current = node {
                path.append(current)
                node = current.left
            }
        }

        package mutating func next() -> Element? {
            guard let node = path.popLast() else { return nil }
            descend(node.right)
            return (node.item.key, node.item.value)
        }
    }

    package func makeIterator() -> Iterator {
        var iterator = Iterator()
        iterator.descend(root)
        return iterator
    }

    /// The keys from one on, with their values; that one need not be there.
    package func from(_ key: Key) -> Iterator {
        var iterator = Iterator()
        var node = root
        while let current = node {
            if current.item.key < key {
                node = current.right
            } else {
                iterator.path.append(current)
                node = current.left
            }
        }
        return iterator
    }
}

extension SortedMap: Equatable where Value: Equatable {
    /// Whether both have the same keys and values; what they share is not gone over.
    package static func == (left: SortedMap, right: SortedMap) -> Bool {
        left.count == right.count && isEqual(left.root, right.root)
    }

    private static func isEqual(_ left: Node?, _ right: Node?) -> Bool {
        guard left !== right else { return true }
        guard let left, let right else { return false }
        if left.left?.count == right.left?.count, left.right?.count == right.right?.count {
            return isEqual(left.item, right.item) && isEqual(left.left, right.left) && isEqual(left.right, right.right)
        }
        var (lefts, rights) = (Iterator(), Iterator())
        lefts.descend(left)
        rights.descend(right)
        while let one = lefts.next(), let other = rights.next() {
            guard one == other else { return false }
        }
        return left.count == right.count
    }

    private static func isEqual(_ left: Item, _ right: Item) -> Bool {
        left === right || left.key == right.key && left.value == right.value
    }
}

// MARK: - The tree

// Each side of a node has at most three times the weight of the other one. Factors as in Hirai and Yamamoto, "Balancing
// weight-balanced trees", 2011.
extension SortedMap {
    private static func weight(_ node: Node?) -> Int { (node?.count ?? 0) + 1 }

    /// A tree of items that are in order.
    private static func tree(of items: ArraySlice<Item>) -> Node? {
        guard !items.isEmpty else { return nil }
        let middle = items.startIndex + items.count / 2
        return Node(
            tree(of: items[..<middle]), items[middle], tree(of: items[(middle + 1)...]))
    }

    private static func inserting(_ item: Item, into node: Node?) -> Node {
        guard let node else { return Node(nil, item, nil) }
        if item.key < node.item.key {
            return balanced(inserting(item, into: node.left), node.item, node.right)
        } else if node.item.key < item.key {
            return balanced(node.left, node.item, inserting(item, into: node.right))
        }
        return Node(node.left, item, node.right)
    }

    private static func removing(_ key: Key, from node: Node?) -> Node? {
        guard let node else { return nil }
        if key < node.item.key {
            return balanced(removing(key, from: node.left), node.item, node.right)
        } else if node.item.key < key {
            return balanced(node.left, node.item, removing(key, from: node.right))
        }
        guard let next = least(node.right) else { return node.left }
        return balanced(node.left, next.item, removing(next.item.key, from: node.right))
    }

    private static func least(_ node: Node?) -> Node? {
        var node = node
        while let next = node?.left { node = next }
        return node
    }

    /// A node of two sides of which one may be too heavy by one item.
    private static func balanced(_ left: Node?, _ item: Item, _ right: Node?) -> Node {
        if let right, weight(right) > 3 * weight(left) {
            if let inner = right.left, weight(inner) >= 2 * weight(right.right) {
                return Node(
                    Node(left, item, inner.left), inner.item, Node(inner.right, right.item, right.right))
            }
            return Node(Node(left, item, right.left), right.item, right.right)
        }
        if let left, weight(left) > 3 * weight(right) {
            if let inner = left.right, weight(inner) >= 2 * weight(left.left) {
                return Node(Node(left.left, left.item, inner.left), inner.item, Node(inner.right, item, right))
            }
            return Node(left.left, left.item, Node(left.right, item, right))
        }
        return Node(left, item, right)
    }
}

// MARK: - Sets

/// A set in the order of its elements, whose copies share what they have in common; see ``SortedMap``.
package struct SortedSet<Element: Comparable & Sendable>: Sendable, Equatable, Sequence {
    private var map = SortedMap<Element, Present>()
    /// The elements that were added since ``gather()``, and are not in the tree yet; `nil` where it was not called.
    private var gathered: [Element]?

    fileprivate struct Present: Equatable, Sendable {}

    /// Creates a set without elements.
    package init() {}

    /// Whether there is no element.
    package var isEmpty: Bool { map.isEmpty }
    /// The first element.
    package var first: Element? { map.first?.key }
    /// The last element.
    package var last: Element? { map.last?.key }

    /// Adds an element, where it is not there.
    package mutating func insert(_ element: Element) {
        if gathered?.append(element) == nil { map[element] = Present() }
    }

    /// Begins to add many elements to an empty set, which is not to be asked nor to lose one before ``settle()``.
    package mutating func gather() { gathered = [] }

    /// Ends what ``gather()`` has begun: all at once takes O(*n*) and the time of sorting.
    package mutating func settle() {
        guard let elements = gathered else { return }
        gathered = nil
        map = SortedMap(elements.map { ($0, Present()) })
    }

    /// Removes an element, where it is there.
    package mutating func remove(_ element: Element) { map[element] = nil }

    /// The first element behind another one, which need not be there.
    package func first(after element: Element) -> Element? { map.first(after: element)?.key }

    package func makeIterator() -> Iterator { Iterator(base: map.makeIterator()) }

    /// The elements from one on; that one need not be there.
    package func from(_ element: Element) -> Iterator { Iterator(base: map.from(element)) }

    /// Goes over a set, or the rest of it, in order.
    package struct Iterator: IteratorProtocol, Sequence {
        fileprivate var base: SortedMap<Element, Present>.Iterator

        package mutating func next() -> Element? { base.next()?.key }
    }
}
