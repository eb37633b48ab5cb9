import Core
import Testing

struct TableSortTests {
    private let price = TableColumn.ID(rawValue: "price")
    private let date = TableColumn.ID(rawValue: "date")

    @Test func aNewColumnIsAscendingAndTheSameOneAgainReverses() {
        let first = TableSort(date, .descending).choosing(price)
        #expect(first == TableSort(price, .ascending))
        #expect(first.choosing(price) == TableSort(price, .descending))
        #expect(first.choosing(price).choosing(price) == first)
        #expect(first.choosing(price).choosing(date) == TableSort(date, .ascending))
    }

    @Test func aColumnIsTitledByItsIDUnlessToldOtherwise() {
        #expect(TableColumn(price).titleKey == "column.price")
        #expect(TableColumn(price, titleKey: "cost").titleKey == "cost")
    }
}
