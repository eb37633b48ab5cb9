import ServerKit

/// A change that makes a list other than it should be.
enum ListDamage {
    case empty
    case missing
    case corrupt(at: Int)

    /// Changes an answer; one that is no list stays as it is.
    func apply(to answer: inout Answer) {
        guard case .json(.object(var object)) = answer.body, case .array(var elements)? = object["data"] else { return }
        switch self {
        case .empty:
            object["data"] = .array([])
            if object["next_cursor"] != nil { object["next_cursor"] = .string("0") }
        case .missing: object["data"] = nil
        case .corrupt(let index):
            guard !elements.isEmpty, case .object(var element) = elements[min(index, elements.count - 1)] else {
                return
            }
            // Every value becomes one of another type.
            for (key, value) in element.members { element[key] = value.text == nil ? .string("?") : .array([]) }
            elements[min(index, elements.count - 1)] = .object(element)
            object["data"] = .array(elements)
        }
        answer.body = .json(.object(object))
    }
}
